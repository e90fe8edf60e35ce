import { DomainError } from '#lib/errors.ts'
import { createPrivateKeyError, isPrivateKeyLike } from '#lib/private-keys.ts'
import type { ChainName } from '../model.ts'
import { decodeKey, encodeKey, type KeyPrefix, PREFIXES, readKey } from './extended-keys.ts'
import { assertPathMatches, createKeyError, inferPath, KEY_FIELD } from './key-path.ts'
import type { ScriptType } from './script-types.ts'

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

export type AccountKeyInput = {
  chain: ChainName
  /** The key, optionally after its origin: `[73c5da0a/84'/0'/0']zpub…`. */
  text: string
  /** The operator's choice for `xpub` and `tpub` on Bitcoin. */
  scriptType?: 'p2wpkh' | 'p2tr' | undefined
}

const FORM =
  /^(?:\[([0-9a-f]{8})((?:\/\d{1,10}['hH]?){0,10})\])?([a-z]pub[1-9A-HJ-NP-Za-km-z]{100,120})$/

/**
 * Parses an account's extended public key. Throws `private_key` (422) for a private one, and
 * `invalid_key` (422) for a typo, a key of another kind, or a path that contradicts the key.
 */
export function parseAccountKey({ chain, text, scriptType }: AccountKeyInput): AccountKey {
  const plain = text.trim()
  if (isPrivateKeyLike(plain)) throw createPrivateKeyError(KEY_FIELD)

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

function chooseScriptType(
  chain: ChainName,
  { scriptType }: KeyPrefix,
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

/** Returns whether the key is of a published test vector, so that everyone can spend its coin. */
export const isPublishedKey = ({ key, test }: Pick<AccountKey, 'key' | 'test'>): boolean =>
  PUBLISHED_KEYS.has(Buffer.from(readKey(key, test).publicKey ?? []).toString('hex'))
