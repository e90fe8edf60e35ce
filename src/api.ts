import type { AnyRouter } from '@orpc/server'
import { administrationApi } from '#modules/administration/api.ts'
import { recordSentFile } from '#modules/administration/commands/record-export.ts'
import { affiliatesApi } from '#modules/affiliates/api.ts'
import { backofficeApi } from '#modules/backoffice/api.ts'
import { campaignsApi } from '#modules/campaigns/api.ts'
import { complianceApi } from '#modules/compliance/api.ts'
import { depositsApi } from '#modules/deposits/api.ts'
import { deskApi } from '#modules/desk/api.ts'
import { eligibilityApi } from '#modules/eligibility/api.ts'
import { enquiriesApi } from '#modules/enquiries/api.ts'
import { identityApi } from '#modules/identity/api.ts'
import { assertRecentStaffAuth } from '#modules/identity/queries.ts'
import { integrityApi } from '#modules/integrity/api.ts'
import { assertLedgerOpen } from '#modules/ledger/queries.ts'
import { listMarketRows, marketApi } from '#modules/market/api.ts'
import { notificationsApi } from '#modules/notifications/api.ts'
import { operationApi } from '#modules/operations/api.ts'
import { plansApi } from '#modules/plans/api.ts'
import { portfolioApi } from '#modules/portfolio/api.ts'
import { savedViewsApi } from '#modules/saved-views/api.ts'
import { settingsApi } from '#modules/settings/api.ts'
import { testimonialsApi } from '#modules/testimonials/api.ts'
import { transparencyApi } from '#modules/transparency/api.ts'
import { treasuryApi } from '#modules/treasury/api.ts'
import { verificationApi } from '#modules/verification/api.ts'
import { withdrawalsApi } from '#modules/withdrawals/api.ts'
import type { App } from '#platform/app.ts'
import { ListFile } from '#platform/files/export.ts'
import type { StaffDownload } from '#platform/http/calls.ts'
import type { AdminOnCall, Session } from '#platform/http/http.ts'

/** The implementation of each call in contract.ts: each module's api.ts is added here. */
export const router: AnyRouter = {
  settings: settingsApi,
  identity: identityApi,
  market: marketApi,
  plans: plansApi,
  deposits: depositsApi,
  verification: verificationApi,
  compliance: complianceApi,
  eligibility: eligibilityApi,
  treasury: treasuryApi,
  withdrawals: withdrawalsApi,
  portfolio: portfolioApi,
  integrity: integrityApi,
  backoffice: backofficeApi,
  campaigns: campaignsApi,
  affiliates: affiliatesApi,
  notifications: notificationsApi,
  administration: administrationApi,
  testimonials: testimonialsApi,
  transparency: transparencyApi,
  enquiries: enquiriesApi,
  desk: deskApi,
  operation: operationApi,
  savedViews: savedViewsApi,
}

/** Throws while the ledger is frozen, before any call that moves money. */
export const enforceMoneyGate = ({ db }: App): Promise<void> => assertLedgerOpen(db)

/**
 * Throws unless the staff member has authenticated recently, in live mode or where a second factor
 * is set up.
 */
export const enforceStepUp = async (app: App, session: Session): Promise<void> => {
  if (session.who.kind === 'admin') await assertRecentStaffAuth(app, session)
}

/** Records in the audit log which file staff download, with its filters and number of rows. */
export const recordDownload = (
  app: App,
  admin: AdminOnCall,
  { file, input }: StaffDownload,
): Promise<void> =>
  recordSentFile(app, admin, {
    name: file.name,
    rows: file instanceof ListFile ? file.rows : null,
    input,
  })

/** The rows of the price stream. */
export const readRows = listMarketRows

export { resolveSession } from '#modules/identity/api.ts'
