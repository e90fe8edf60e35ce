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
  shieldCheck,
  shieldCheckFill,
  vault,
} from '#ui/icons.ts'
import type { NavGroup } from '#ui/layout/side-nav.tsx'
import { ADMIN, type Waiting } from './main-nav.ts'

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
        label: 'Verifications',
        to: `${ADMIN}/verifications`,
        icon: shieldCheck,
        iconCurrent: shieldCheckFill,
        badge: waiting?.verifications || undefined,
      },
      {
        label: 'Screening',
        to: `${ADMIN}/screening`,
        icon: fingerprint,
        iconCurrent: fingerprint,
        badge: waiting?.screening || undefined,
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
