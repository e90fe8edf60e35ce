import type { HDKey } from '@scure/bip32'
import { DomainError } from '#lib/errors.ts'
import type { ChainName } from '../model.ts'
import type { ScriptType } from './script-types.ts'

export const KEY_FIELD = 'accountKey'
export const createKeyError = (message: string) =>
  new DomainError('invalid_key', 422, message, KEY_FIELD)
const HARDENED = 0x80000000

type PathFacts = { chain: ChainName; type: ScriptType; test: boolean }

/** The first step of a path by its standard: BIP 84, BIP 86, and BIP 44 for account chains. */
const PURPOSES: Record<ScriptType, number> = { p2wpkh: 84, p2tr: 86, account: 44 }
/** The coin types of SLIP 44. */
const COIN_TYPES: Record<ChainName, number> = { bitcoin: 0, ethereum: 60, tron: 195 }

const getCoinType = ({ chain, test }: PathFacts) => (test ? 1 : COIN_TYPES[chain])

/**
 * Throws unless the path leads to a key of this depth and number, and is the usual one if it has
 * three steps.
 */
export function assertPathMatches(account: HDKey, path: string, facts: PathFacts) {
  const steps = path.split('/')
  const last = steps.at(-1) ?? ''
  const number = Number.parseInt(last, 10) + (last.endsWith("'") ? HARDENED : 0)
  if (steps.length !== account.depth || number !== account.index)
    throw createKeyError('The path in brackets doesn’t belong to this key.')

  const usual = [`${PURPOSES[facts.type]}'`, `${getCoinType(facts)}'`]
  const standard = ["44'", "49'", "84'", "86'"].includes(steps[0] ?? '')
  if (account.depth === 3 && standard && (steps[0] !== usual[0] || steps[1] !== usual[1]))
    throw createKeyError(
      `The path ${path} is for other addresses. Choose an account at ${usual.join('/')}.`,
    )
}

/** Returns the path that the standard gives an account; null for a key that isn't an account's. */
export function inferPath({ depth, index }: HDKey, facts: PathFacts): string | null {
  if (depth !== 3 || index < HARDENED) return null
  return `${PURPOSES[facts.type]}'/${getCoinType(facts)}'/${index - HARDENED}'`
}
