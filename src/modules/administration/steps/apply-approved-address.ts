import type { Proposal } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { isSourceChange } from '../model.ts'
import { applyApprovedSource } from './apply-address-source.ts'
import { applyApprovedAddress } from './apply-receiving-address.ts'

/**
 * Applies an approved change of where members pay to: a shared address, or a source of addresses.
 */
export const carryOutAddressChange = async (app: App, tx: Tx, by: Staff, proposal: Proposal) =>
  isSourceChange(proposal.content)
    ? await applyApprovedSource(app, tx, by, proposal)
    : await applyApprovedAddress(app, tx, by, proposal)
