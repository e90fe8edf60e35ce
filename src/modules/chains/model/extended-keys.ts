import { HDKey } from '@scure/bip32'
import { createKeyError } from './key-path.ts'
import type { ScriptType } from './script-types.ts'

const MAIN = { public: 0x0488b21e, private: 0x0488ade4 }
const TEST = { public: 0x043587cf, private: 0x04358394 }

export type KeyPrefix = {
  public: number
  private: number
  test: boolean
  scriptType?: ScriptType | 'nested'
}

/** The prefixes of SLIP 132. `xpub` and `tpub` don't say which addresses they are for. */
export const PREFIXES: Readonly<Record<string, KeyPrefix>> = {
  xpub: { ...MAIN, test: false },
  ypub: { public: 0x049d7cb2, private: 0x049d7878, test: false, scriptType: 'nested' },
  zpub: { public: 0x04b24746, private: 0x04b2430c, test: false, scriptType: 'p2wpkh' },
  tpub: { ...TEST, test: true },
  upub: { public: 0x044a5262, private: 0x044a4e28, test: true, scriptType: 'nested' },
  vpub: { public: 0x045f1cf6, private: 0x045f18bc, test: true, scriptType: 'p2wpkh' },
}

export function decodeKey(encoded: string, prefix: KeyPrefix): HDKey {
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

export function encodeKey(
  { publicKey, chainCode, depth, index, parentFingerprint }: HDKey,
  test: boolean,
) {
  const versions = test ? TEST : MAIN
  if (!publicKey || !chainCode) throw createKeyError('This key is incomplete.')
  return new HDKey({ publicKey, chainCode, depth, index, parentFingerprint, versions })
    .publicExtendedKey
}

/** Reads a stored key. */
export const readKey = (key: string, test: boolean): HDKey =>
  HDKey.fromExtendedKey(key, test ? TEST : MAIN)
