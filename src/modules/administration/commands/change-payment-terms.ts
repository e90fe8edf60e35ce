import { DomainError } from '#lib/errors.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import {
  isRaised,
  type MethodTerms,
  type PaymentMethodCode,
  toFeeProposal,
  toFeeTexts,
} from '#modules/settings/model.ts'
import { findTerms, getSetting } from '#modules/settings/queries.ts'
import {
  assertCurrentVersion,
  type Decider,
  lockSettings,
  recordSettingChange,
} from '#modules/settings/steps/record-setting-change.ts'
import { assertTerms, setPaymentTerms } from '#modules/settings/steps/set-payment-terms.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createAnnouncement } from '../steps/announce-loosening.ts'

export type ChangePaymentTerms = {
  method: PaymentMethodCode
  terms: MethodTerms
  /** The ISO time of the last change that the form was filled from; empty for the defaults. */
  version: string
}

/**
 * Changes fee, minimum withdrawal and quote duration of a payment method for new quotes and
 * requests. A higher fee or minimum is returned as a proposal: all staff are mailed, it is
 * announced when a second admin has approved it, and applies 30 days later. Throws
 * `invalid_setting` (422) with the field, `changed_elsewhere`, `already_proposed` (409).
 */
export async function changePaymentTerms(
  app: App,
  by: Decider,
  input: ChangePaymentTerms,
): Promise<Proposal | null> {
  assertPermitted(by, 'installation.manage')

  const { method, terms, version } = input
  return await runInTransaction(app.db, async (tx) => {
    await lockSettings(tx)

    const before = await findTerms(tx, method, app.clock.now())
    assertCurrentVersion(before.changed?.at ?? null, version)
    const { ceiling } = await getSetting(tx, app.config, 'fees')
    await assertTerms(terms, BigInt(ceiling))

    const raised = isRaised(before.terms, terms)
    const { withdrawalFee, minWithdrawal } = raised ? before.terms : terms
    const after = { ...terms, withdrawalFee, minWithdrawal }
    await setPaymentTerms(tx, method, after, { by: by.label, at: app.clock.now() })
    await recordSettingChange(tx, app, by, `method.${method}`, { before: before.terms, after })

    if (!raised) return null
    await createAnnouncement(app)(tx, {
      state: 'proposed',
      by: by.label,
      setting: `method.${method}`,
      changes: toFeeTexts(terms),
      before: toFeeTexts(before.terms),
      effectiveFrom: null,
    })

    return await proposeRaise(app, tx, by, method, terms)
  })
}

async function proposeRaise(
  app: App,
  tx: Tx,
  by: Decider,
  method: PaymentMethodCode,
  terms: MethodTerms,
): Promise<Proposal> {
  const permission = 'fees.raise'
  if (await findOpenProposal(tx, permission, method, app.clock.now()))
    throw new DomainError(
      'already_proposed',
      409,
      'A higher fee or minimum for this method is already waiting for approval.',
      'withdrawalFee',
    )

  return await propose(tx, app, by, {
    permission,
    subjectId: method,
    content: toFeeProposal(method, terms),
  })
}
