import { DomainError } from '#lib/errors.ts'
import { assertMayWithdraw, type Member, UNTIL_RESET } from '#modules/identity/model.ts'
import { selectMember, takeMember } from '#modules/identity/queries.ts'
import {
  assertLedgerOpen,
  selectMemberBalances,
  toMemberBalances,
} from '#modules/ledger/queries.ts'
import { selectPrincipalUnderNotice } from '#modules/plans/queries.ts'
import { getConfiguredBitcoinNetwork, type Settings } from '#modules/settings/model.ts'
import {
  getSetting,
  selectPaymentTerms,
  selectSettings,
  toOwnAddresses,
  toPaymentMethods,
  toSetting,
} from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { type BatchRows, readBatch } from '#platform/db/read-batch.ts'
import type { Funds, RequestRules } from '../model.ts'

/** The member of a request, and the settings that decide on it. */
export type RequestTerms = {
  member: Member
  pause: Settings['pauses']['withdrawals']
  rules: RequestRules
  withdrawals: Settings['withdrawals']
}

/** Returns the queries of the terms of a member's request, for `readBatch`. */
export const selectRequestTerms = (reader: Reader, memberId: string) => ({
  ...selectPaymentTerms(reader),
  settings: selectSettings(reader, ['pauses', 'withdrawals']),
  member: selectMember(reader, memberId),
})

type RequestTermRows = BatchRows<ReturnType<typeof selectRequestTerms>>

/** Returns the terms of a request from the rows of `selectRequestTerms`. */
export function toRequestTerms(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  { member, settings, ...terms }: RequestTermRows,
): RequestTerms {
  return {
    member: takeMember(member),
    pause: toSetting(config, 'pauses', settings).withdrawals,
    rules: {
      mode: config.MODE,
      bitcoin: getConfiguredBitcoinNetwork(config),
      methods: toPaymentMethods(config, clock.now(), terms),
      ours: toOwnAddresses(config, terms.addresses),
    },
    withdrawals: toSetting(config, 'withdrawals', settings),
  }
}

/**
 * Throws `withdrawals_paused` (409) while withdrawals are paused, and what `assertMayWithdraw`
 * throws for a member who is frozen or suspended.
 */
export function assertWithdrawalsOpen(
  { pause, member }: Pick<RequestTerms, 'pause' | 'member'>,
  now: Date,
): void {
  if (pause)
    throw new DomainError('withdrawals_paused', 409, `Withdrawals are paused: ${pause.reason}`)

  assertMayWithdraw(member, now)
}

/** The refusal that a member's request would get now, and when it ends where that is known. */
export type WithdrawalClosure = { code: string; message: string; until: Date | null }

/** Returns why a member can't request a withdrawal now; null while withdrawals are open. */
export async function findWithdrawalClosure(
  app: App,
  member: Member,
): Promise<WithdrawalClosure | null> {
  const { withdrawals: pause } = await getSetting(app.db, app.config, 'pauses')

  try {
    assertWithdrawalsOpen({ pause, member }, app.clock.now())
    await assertLedgerOpen(app.db)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error

    const { code, message } = error
    const { withdrawalsFrozenUntil: until } = member
    const ends = code === 'withdrawals_frozen' && until !== null && until < UNTIL_RESET
    return { code, message, until: ends ? until : null }
  }
}

/** Returns the queries of a member's funds, for `readBatch`. */
export const selectFunds = (reader: Reader, memberId: string) => ({
  balances: selectMemberBalances(reader, memberId),
  noticePrincipal: selectPrincipalUnderNotice(reader, memberId),
})

type FundRows = BatchRows<ReturnType<typeof selectFunds>>

/** Returns a member's funds, in cents, from the rows of `selectFunds`. */
export function toFunds(memberId: string, { balances, noticePrincipal }: FundRows): Funds {
  const { cash, principal, profit } = toMemberBalances(memberId, balances)
  return { cash, principal, profit, noticePrincipal }
}

/** Returns a member's funds, in cents. */
export const loadFunds = async (reader: Reader, memberId: string): Promise<Funds> =>
  toFunds(memberId, await readBatch(reader, selectFunds(reader, memberId)))
