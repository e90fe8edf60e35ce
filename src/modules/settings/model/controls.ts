import { MAX_FEE_CEILING } from './fees.ts'
import type { Fields } from './loosening.ts'

type Control = {
  /**
   * The change that makes the control looser: a higher or lower number or none at all, a missing
   * entry, null, or any other text but an empty one.
   */
  looser: 'higher' | 'lower' | 'fewer' | 'none' | 'changed'
  /** The loosest number that two admins may set. */
  bound?: bigint
}

/**
 * The controls among the settings, as the table `setting_control` has them. A tighter value counts
 * at once; a looser one needs another admin and a wait. To add a control, add it here and there.
 */
export const CONTROLS: Readonly<Record<string, Readonly<Record<string, Control>>>> = {
  withdrawals: {
    secondAdminFrom: { looser: 'higher', bound: 10_000_000n },
    walletCoolDownHours: { looser: 'lower', bound: 0n },
  },
  deposits: { automaticUpTo: { looser: 'higher', bound: 1_000_000n } },
  confirmations: {
    bitcoin: { looser: 'lower', bound: 1n },
    bitcoinFrom1000: { looser: 'lower', bound: 1n },
    bitcoinFrom10000: { looser: 'lower', bound: 1n },
    ethereum: { looser: 'lower', bound: 1n },
    ethereumFrom1000: { looser: 'lower', bound: 1n },
    ethereumFrom10000: { looser: 'lower', bound: 1n },
  },
  explorers: {
    bitcoin: { looser: 'changed' },
    ethereum: { looser: 'changed' },
    tron: { looser: 'changed' },
  },
  plans: { targetWarningBps: { looser: 'higher', bound: 3_000n } },
  fees: { ceiling: { looser: 'higher', bound: MAX_FEE_CEILING } },
  countries: { blocked: { looser: 'fewer' } },
  monitoring: {
    sumFrom: { looser: 'higher' },
    sumDays: { looser: 'lower', bound: 1n },
    countFrom: { looser: 'higher' },
    inOutPercent: { looser: 'higher', bound: 100n },
    inOutDays: { looser: 'lower', bound: 1n },
    sharedAddressFrom: { looser: 'higher' },
    nameMismatch: { looser: 'none' },
  },
  pauses: {
    deposits: { looser: 'none' },
    withdrawals: { looser: 'none' },
    signUps: { looser: 'none' },
  },
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function isLooser({ looser }: Control, before: unknown, after: unknown): boolean {
  const isNumber = looser === 'higher' || looser === 'lower'
  if (isNumber && (before === null || after === null)) return after === null && before !== null
  if (looser === 'higher') return BigInt(String(after)) > BigInt(String(before))
  if (looser === 'lower') return BigInt(String(after)) < BigInt(String(before))
  if (looser === 'changed') return after !== before && after !== ''
  if (looser === 'fewer') return toList(before).some((one) => !toList(after).includes(one))
  return before !== null && after === null
}

/** Returns the part of a looser value that tightens: entries that a list gains. */
const tightenValue = ({ looser }: Control, before: unknown, after: unknown): unknown =>
  looser === 'fewer' ? [...new Set([...toList(before), ...toList(after)])] : before

export type SplitChange<Value> = {
  /** The value that may be stored at once. */
  free: Value
  /** The fields that become looser, with the value that another admin has to approve. */
  looser: Record<string, unknown>
}

/** Splits a change of a setting into what counts at once and what loosens a control. */
export function splitChange<Value extends object>(
  name: string,
  before: Value,
  after: Value,
): SplitChange<Value> {
  const looser: Record<string, unknown> = {}
  const free: Record<string, unknown> = Object.fromEntries(Object.entries(after))
  const was = before as Fields

  for (const [field, control] of Object.entries(CONTROLS[name] ?? {}))
    if (isLooser(control, was[field], free[field])) {
      looser[field] = free[field]
      free[field] = tightenValue(control, was[field], free[field])
    }

  return { free: free as Value, looser }
}

/** Returns the first field beyond its bound, or null. */
export function findUnbounded(name: string, fields: Fields): string | null {
  for (const [field, { looser, bound }] of Object.entries(CONTROLS[name] ?? {})) {
    if (bound === undefined || (fields[field] ?? null) === null) continue
    const value = BigInt(String(fields[field]))
    if (looser === 'higher' ? value > bound : value < bound) return field
  }

  return null
}
