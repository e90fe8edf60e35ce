import {
  bookOpen,
  bookOpenFill,
  chats,
  chatsFill,
  fingerprint,
  gearSix,
  gearSixFill,
  identificationBadge,
  identificationBadgeFill,
  listChecks,
  listChecksFill,
  queue,
  queueFill,
  quotes,
  quotesFill,
  scales,
  scalesFill,
  vault,
} from '#ui/icons.ts'
import type { NavGroup } from '#ui/layout/side-nav.tsx'
import { ADMIN, type Waiting } from './main-nav.ts'

/** The screens of compliance, which are one item of the menu. */
export const COMPLIANCE_PAGES = [
  { label: 'Screening', to: `${ADMIN}/screening` },
  { label: 'Transaction monitoring', to: `${ADMIN}/monitoring` },
  { label: 'Eligibility rules', to: `${ADMIN}/rules` },
] as const

const sumCompliance = ({ verifications, screening, monitoring }: Waiting) =>
  verifications + screening + monitoring

/** Builds the group of administration screens that a role may open. */
export function buildAdministrationNav(waiting: Waiting | undefined): NavGroup {
  return {
    title: 'Operations',
    items: [
      { label: 'Treasury', to: `${ADMIN}/treasury`, icon: vault, iconCurrent: vault },
      { label: 'Ledger', to: `${ADMIN}/ledger`, icon: bookOpen, iconCurrent: bookOpenFill },
      {
        label: 'Reconciliation',
        to: `${ADMIN}/reconciliation`,
        icon: scales,
        iconCurrent: scalesFill,
        badge: waiting?.breaks || undefined,
      },
      {
        label: 'Compliance',
        to: `${ADMIN}/verifications`,
        icon: fingerprint,
        iconCurrent: fingerprint,
        badge: waiting ? sumCompliance(waiting) || undefined : undefined,
        also: COMPLIANCE_PAGES.map(({ to }) => to),
      },
      {
        label: 'Messages',
        to: `${ADMIN}/messages`,
        icon: chats,
        iconCurrent: chatsFill,
        badge: waiting?.messages || undefined,
      },
      {
        label: 'Testimonials',
        to: `${ADMIN}/testimonials`,
        icon: quotes,
        iconCurrent: quotesFill,
        badge: waiting?.testimonials || undefined,
      },
      { label: 'Settings', to: `${ADMIN}/settings`, icon: gearSix, iconCurrent: gearSixFill },
      {
        label: 'Staff',
        to: `${ADMIN}/staff`,
        icon: identificationBadge,
        iconCurrent: identificationBadgeFill,
      },
      { label: 'Audit log', to: `${ADMIN}/audit`, icon: listChecks, iconCurrent: listChecksFill },
      { label: 'Jobs', to: `${ADMIN}/jobs`, icon: queue, iconCurrent: queueFill },
    ],
  }
}
