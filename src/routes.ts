import {
  index,
  layout,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from '@react-router/dev/routes'
import { administrationRoutes } from '#modules/administration/routes.ts'
import { backofficeRoutes } from '#modules/backoffice/routes.ts'
import { integrityAdminRoutes } from '#modules/integrity/routes.ts'
import {
  affiliateAdminRoutes,
  affiliateMemberRoutes,
  affiliatePublicRoutes,
} from './modules/affiliates/routes.ts'
import { complianceAdminRoutes } from './modules/compliance/routes.ts'
import { depositAdminRoutes, depositMemberRoutes } from './modules/deposits/routes.ts'
import { eligibilityAdminRoutes, eligibilityMemberRoutes } from './modules/eligibility/routes.ts'
import {
  identityAdminRoutes,
  identityMemberRoutes,
  identityRoutes,
} from './modules/identity/routes.ts'
import { marketMemberRoutes } from './modules/market/routes.ts'
import { notificationRoutes } from './modules/notifications/routes.ts'
import { planAdminRoutes, planMemberRoutes } from './modules/plans/routes.ts'
import { portfolioMemberRoutes } from './modules/portfolio/routes.ts'
import { testimonialAdminRoutes } from './modules/testimonials/routes.ts'
import { transactionMonitoringAdminRoutes } from './modules/transaction-monitoring/routes.ts'
import { treasuryAdminRoutes } from './modules/treasury/routes.ts'
import { verificationAdminRoutes } from './modules/verification/routes.ts'
import { withdrawalAdminRoutes, withdrawalMemberRoutes } from './modules/withdrawals/routes.ts'

/**
 * Wraps the screens of a frame in an error boundary, so that a failing screen leaves the frame
 * intact.
 */
const wrapBoundary = (frame: string, screens: RouteConfigEntry[]) => [
  layout('web/boundary.tsx', { id: `${frame}-boundary` }, screens),
]

const SERVICE_PATHS = [
  'realestate',
  'retirement',
  'gold',
  'crypto',
  'nfts',
  'stocks',
  'forex',
  'private-equity',
]

const LEGAL_NAMES = [
  'risk-disclosure',
  'terms',
  'privacy',
  'anti-money-laundering',
  'anti-spam',
  'placement-of-statement',
]

/** Every page address: the frames here, the screens from the modules' routes.ts. */
export default [
  ...identityRoutes,
  ...affiliatePublicRoutes,
  route(
    'dashboard',
    'web/dashboard/layout.tsx',
    wrapBoundary('dashboard', [
      ...portfolioMemberRoutes,
      ...depositMemberRoutes,
      ...withdrawalMemberRoutes,
      ...identityMemberRoutes,
      ...affiliateMemberRoutes,
      ...eligibilityMemberRoutes,
      ...planMemberRoutes,
      ...notificationRoutes,
      ...marketMemberRoutes,
      route('*', 'web/dashboard/not-found.tsx'),
    ]),
  ),
  route(
    'admin-dashboard',
    'web/admin/layout.tsx',
    wrapBoundary('admin', [
      ...backofficeRoutes,
      ...depositAdminRoutes,
      ...withdrawalAdminRoutes,
      ...identityAdminRoutes,
      ...planAdminRoutes,
      ...affiliateAdminRoutes,
      ...administrationRoutes,
      ...verificationAdminRoutes,
      ...complianceAdminRoutes,
      ...transactionMonitoringAdminRoutes,
      ...eligibilityAdminRoutes,
      ...treasuryAdminRoutes,
      ...integrityAdminRoutes,
      ...testimonialAdminRoutes,
      route('*', 'web/admin/not-found.tsx'),
    ]),
  ),
  route(
    'dev',
    'web/dev/layout.tsx',
    wrapBoundary('dev', [
      index('web/dev/index.tsx'),
      route('mailbox', 'web/dev/mailbox.tsx'),
      route('clock', 'web/dev/clock.tsx'),
      route('chain', 'web/dev/chain.tsx'),
      route('ledger', 'web/dev/ledger.tsx'),
      route('ui', 'web/dev/ui.tsx'),
    ]),
  ),
  layout(
    'web/site/layout.tsx',
    wrapBoundary('site', [
      index('web/site/home.tsx'),
      ...SERVICE_PATHS.map((path) =>
        route(path, 'web/site/service.tsx', { id: `service-${path}` }),
      ),
      route('company', 'web/site/company.tsx'),
      route('career', 'web/site/career.tsx'),
      route('contact', 'web/site/contact.tsx'),
      route('plans', 'web/site/plans.tsx'),
      route('plans/:plan', 'web/site/plan.tsx'),
      route('transparency', 'web/site/transparency.tsx'),
      ...LEGAL_NAMES.map((name) =>
        route(`legal/${name}`, 'web/site/legal/document.tsx', { id: `legal-${name}` }),
      ),
      route('*', 'web/site/not-found.tsx'),
    ]),
  ),
] satisfies RouteConfig
