import { administrationContract } from '#modules/administration/contract.ts'
import { affiliatesContract } from '#modules/affiliates/contract.ts'
import { backofficeContract } from '#modules/backoffice/contract.ts'
import { campaignsContract } from '#modules/campaigns/contract.ts'
import { complianceContract } from '#modules/compliance/contract.ts'
import { depositsContract } from '#modules/deposits/contract.ts'
import { deskContract } from '#modules/desk/contract.ts'
import { eligibilityContract } from '#modules/eligibility/contract.ts'
import { enquiriesContract } from '#modules/enquiries/contract.ts'
import { identityContract } from '#modules/identity/contract.ts'
import { integrityContract } from '#modules/integrity/contract.ts'
import { marketContract } from '#modules/market/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { operationContract } from '#modules/operations/contract.ts'
import { plansContract } from '#modules/plans/contract.ts'
import { portfolioContract } from '#modules/portfolio/contract.ts'
import { savedViewsContract } from '#modules/saved-views/contract.ts'
import { settingsContract } from '#modules/settings/contract.ts'
import { testimonialsContract } from '#modules/testimonials/contract.ts'
import { transparencyContract } from '#modules/transparency/contract.ts'
import { treasuryContract } from '#modules/treasury/contract.ts'
import { verificationContract } from '#modules/verification/contract.ts'
import { withdrawalsContract } from '#modules/withdrawals/contract.ts'

/** Every call by module: each module's contract.ts is added here and its api.ts in api.ts. */
export const contract = {
  settings: settingsContract,
  identity: identityContract,
  market: marketContract,
  plans: plansContract,
  deposits: depositsContract,
  verification: verificationContract,
  compliance: complianceContract,
  eligibility: eligibilityContract,
  treasury: treasuryContract,
  withdrawals: withdrawalsContract,
  portfolio: portfolioContract,
  integrity: integrityContract,
  backoffice: backofficeContract,
  campaigns: campaignsContract,
  affiliates: affiliatesContract,
  notifications: notificationsContract,
  administration: administrationContract,
  testimonials: testimonialsContract,
  transparency: transparencyContract,
  enquiries: enquiriesContract,
  desk: deskContract,
  operation: operationContract,
  savedViews: savedViewsContract,
}

export type Contract = typeof contract
