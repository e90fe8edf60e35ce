import type { AnyRouter } from '@orpc/server'
import { affiliatesApi } from '#modules/affiliates/api.ts'
import { booksApi } from '#modules/books/api.ts'
import { campaignsApi } from '#modules/campaigns/api.ts'
import { depositsApi } from '#modules/deposits/api.ts'
import { enquiriesApi } from '#modules/enquiries/api.ts'
import { houseApi } from '#modules/house/api.ts'
import { identityApi } from '#modules/identity/api.ts'
import { assertFreshStaff } from '#modules/identity/queries.ts'
import { assertBooksOpen } from '#modules/ledger/queries.ts'
import { marketApi, marketRows } from '#modules/market/api.ts'
import { notificationsApi } from '#modules/notifications/api.ts'
import { officeApi } from '#modules/office/api.ts'
import { operationApi } from '#modules/operation/api.ts'
import { plansApi } from '#modules/plans/api.ts'
import { portfolioApi } from '#modules/portfolio/api.ts'
import { settingsApi } from '#modules/settings/api.ts'
import { testimonialsApi } from '#modules/testimonials/api.ts'
import { transparencyApi } from '#modules/transparency/api.ts'
import { treasuryApi } from '#modules/treasury/api.ts'
import { withdrawalsApi } from '#modules/withdrawals/api.ts'
import type { App } from '#platform/app.ts'
import type { Session } from '#platform/http.ts'

/** What answers each call of contract.ts: each module's api.ts is added here. */
export const router: AnyRouter = {
  settings: settingsApi,
  identity: identityApi,
  market: marketApi,
  plans: plansApi,
  deposits: depositsApi,
  treasury: treasuryApi,
  withdrawals: withdrawalsApi,
  portfolio: portfolioApi,
  books: booksApi,
  office: officeApi,
  campaigns: campaignsApi,
  affiliates: affiliatesApi,
  notifications: notificationsApi,
  house: houseApi,
  testimonials: testimonialsApi,
  transparency: transparencyApi,
  enquiries: enquiriesApi,
  operation: operationApi,
}

/** While the books are frozen no call moves money. */
export const moneyGate = ({ db }: App): Promise<void> => assertBooksOpen(db)

/**
 * In live, and wherever a second factor is set up, whoever of the staff moves money has just proved
 * who they are.
 */
export const freshGate = async (app: App, session: Session): Promise<void> => {
  if (session.who.kind === 'admin') await assertFreshStaff(app, session)
}

/** What the stream of prices carries. */
export const readRows = marketRows

export { resolveSession } from '#modules/identity/api.ts'
