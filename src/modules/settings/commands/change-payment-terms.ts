import { assertPermitted } from '#modules/approvals/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { MethodTerms, PaymentMethodCode } from '../model.ts'
import { findTerms } from '../queries.ts'
import {
  assertCurrentVersion,
  type Decider,
  lockSettings,
  recordSettingChange,
} from '../steps/record-setting-change.ts'
import { setPaymentTerms } from '../steps/set-payment-terms.ts'

export type ChangePaymentTerms = {
  method: PaymentMethodCode
  terms: MethodTerms
  /** The ISO time of the last change that the form was filled from; empty for the defaults. */
  version: string
}

/**
 * Changes fee, minimum withdrawal, quote duration and confirmations of a payment method for new
 * quotes and requests. Throws `invalid_setting` (422) with the field, `changed_elsewhere` (409).
 */
export async function changePaymentTerms(
  app: App,
  by: Decider,
  input: ChangePaymentTerms,
): Promise<void> {
  assertPermitted(by, 'installation.manage')

  const { method, terms, version } = input
  await runInTransaction(app.db, async (tx) => {
    await lockSettings(tx)

    const before = await findTerms(tx, method)
    assertCurrentVersion(before.changed?.at ?? null, version)
    await setPaymentTerms(tx, method, terms, { by: by.label, at: app.clock.now() })
    await recordSettingChange(tx, app, by, `method.${method}`, {
      before: before.terms,
      after: terms,
    })
  })
}
