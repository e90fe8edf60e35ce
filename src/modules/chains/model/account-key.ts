import { HDKey } from '@scure/bip32'
import { DomainError } from '#lib/errors.ts'
import { createPrivateKeyError, isPrivateKeyLike } from '#lib/private-keys.ts'
import type { ChainName } from '../model.ts'

/** The scripts that an account key's addresses pay to. `account` is that of an account chain. */
export const SCRIPT_TYPES = ['p2wpkh', 'p2tr', 'account'] as const
export type ScriptType = (typeof SCRIPT_TYPES)[number]

/**
 * An operator's account key in the spelling that is stored: `xpub…`, or `tpub…` for test networks.
 */
export type AccountKey = {
  key: string
  scriptType: ScriptType
  test: boolean
  /** The fingerprint of the wallet's master key, 8 hex digits; null if it was not given. */
  fingerprint: string | null
  /** The path from the master key, such as `84'/0'/0'`. */
  path: string | null
}

const MAIN = { public: 0x0488b21e, private: 0x0488ade4 }
const TEST = { public: 0x043587cf, private: 0x04358394 }

type Prefix = { public: number; private: number; test: boolean; scriptType?: ScriptType | 'nested' }

/** The prefixes of SLIP 132. `xpub` and `tpub` don't say which addresses they are for. */
const PREFIXES: Readonly<Record<string, Prefix>> = {
  xpub: { ...MAIN, test: false },
  ypub: { public: 0x049d7cb2, private: 0x049d7878, test: false, scriptType: 'nested' },
  zpub: { public: 0x04b24746, private: 0x04b2430c, test: false, scriptType: 'p2wpkh' },
  tpub: { ...TEST, test: true },
  upub: { public: 0x044a5262, private: 0x044a4e28, test: true, scriptType: 'nested' },
  vpub: { public: 0x045f1cf6, private: 0x045f18bc, test: true, scriptType: 'p2wpkh' },
}

/**
 * The first accounts of `abandon … about` (BIP 84, BIP 86) and of `test … junk` (development
 * nodes), whose private keys are published.
 */
const PUBLISHED_KEYS: ReadonlySet<string> = new Set([
  '02707a62fdacc26ea9b63b1c197906f56ee0180d0bcf1966e1a2da34f5f3a09a9b',
  '03418278a2885c8bb98148158d1474634097a179c642f23cf1cc04da629ac6f0fb',
  '03b88e0fbe3f646337ed93bc0c0f3b843fcf7d2589e5ec884754e6402027a890b4',
  '02cfbd7100311e0e85844c3738728314394eb8302a6b5070d692e41b14ba818090',
  '02eae4b876a8696134b868f88cc2f51f715f2dbedb7446b8e6edf3d4541c4eb67b',
  '03a6f98c2eca25ea4ab84ac2802091770c5aca6f71a2f72745d9be66b337518c2f',
  '03bf254e6c9527703800e117017923e910babf8658978790ae28271e514fd3ef20',
  '02ea81f923a172e22d91c2d4a33e74023a50621a104b56a6f9c0007031caec19e3',
  '0206b81bac860f5a7442a85664d339809955b3ac9a5782200095127ac78aab71f5',
  '03518088120be8d93ee118ed3d56626dedab913ad07fb390045b1ce8a3fc5688f3',
])

const FIELD = 'accountKey'
const createKeyError = (message: string) => new DomainError('invalid_key', 422, message, FIELD)

export type AccountKeyInput = {
  chain: ChainName
  /** The key, optionally after its origin: `[73c5da0a/84'/0'/0']zpub…`. */
  text: string
  /** The operator's choice for `xpub` and `tpub` on Bitcoin. */
  scriptType?: 'p2wpkh' | 'p2tr' | undefined
}

const FORM =
  /^(?:\[([0-9a-f]{8})((?:\/\d{1,10}['hH]?){0,10})\])?([a-z]pub[1-9A-HJ-NP-Za-km-z]{100,120})$/
const HARDENED = 0x80000000

/**
 * Parses an account's extended public key. Throws `private_key` (422) for a private one, and
 * `invalid_key` (422) for a typo, a key of another kind, or a path that contradicts the key.
 */
export function parseAccountKey({ chain, text, scriptType }: AccountKeyInput): AccountKey {
  const plain = text.trim()
  if (isPrivateKeyLike(plain)) throw createPrivateKeyError(FIELD)

  const [, fingerprint, steps = '', encoded = ''] = FORM.exec(plain) ?? []
  const prefix = PREFIXES[encoded.slice(0, 4)]
  if (!prefix)
    throw createKeyError('Paste the account’s extended public key: it begins with xpub or zpub.')

  const account = decodeKey(encoded, prefix)
  const type = chooseScriptType(chain, prefix, scriptType)
  const path = steps ? steps.slice(1).replace(/[hH]/g, "'") : null
  if (path !== null) assertPathMatches(account, path, { chain, type, test: prefix.test })

  return {
    key: encodeKey(account, prefix.test),
    scriptType: type,
    test: prefix.test,
    fingerprint: fingerprint ?? null,
    path: path ?? inferPath(account, { chain, type, test: prefix.test }),
  }
}

function decodeKey(encoded: string, prefix: Prefix): HDKey {
  let account: HDKey
  try {
    account = HDKey.fromExtendedKey(encoded, prefix)
  } catch {
    throw createKeyError('This key contains a typo: its checksum is wrong. Please copy it again.')
  }

  if (account.depth === 0)
    throw createKeyError('This is the wallet’s master key. Paste the key of one account.')

  return account
}

function encodeKey(
  { publicKey, chainCode, depth, index, parentFingerprint }: HDKey,
  test: boolean,
) {
  const versions = test ? TEST : MAIN
  if (!publicKey || !chainCode) throw createKeyError('This key is incomplete.')
  return new HDKey({ publicKey, chainCode, depth, index, parentFingerprint, versions })
    .publicExtendedKey
}

function chooseScriptType(
  chain: ChainName,
  { scriptType }: Prefix,
  chosen: AccountKeyInput['scriptType'],
): ScriptType {
  if (scriptType === 'nested')
    throw createKeyError(
      'This key is for nested SegWit addresses. Use an account with native SegWit (zpub) or ' +
        'Taproot addresses.',
    )

  if (chain !== 'bitcoin') {
    if (scriptType) throw createKeyError('This is a Bitcoin key. Paste the account’s xpub.')
    return 'account'
  }

  if (scriptType && chosen && scriptType !== chosen)
    throw new DomainError(
      'invalid_key',
      422,
      'The key’s prefix says native SegWit. Choose that address type, or export the Taproot key.',
      'scriptType',
    )
  const type = scriptType ?? chosen
  if (!type)
    throw new DomainError(
      'invalid_key',
      422,
      'Choose the address type: an xpub doesn’t say which addresses your wallet uses.',
      'scriptType',
    )

  return type
}

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
function assertPathMatches(account: HDKey, path: string, facts: PathFacts) {
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
function inferPath({ depth, index }: HDKey, facts: PathFacts): string | null {
  if (depth !== 3 || index < HARDENED) return null
  return `${PURPOSES[facts.type]}'/${getCoinType(facts)}'/${index - HARDENED}'`
}

/** Returns whether the key is of a published test vector, so that everyone can spend its coin. */
export const isPublishedKey = ({ key, test }: Pick<AccountKey, 'key' | 'test'>): boolean =>
  PUBLISHED_KEYS.has(Buffer.from(readKey(key, test).publicKey ?? []).toString('hex'))

/** Reads a stored key. */
export const readKey = (key: string, test: boolean): HDKey =>
  HDKey.fromExtendedKey(key, test ? TEST : MAIN)
