import { createHash } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { createBase58check } from '@scure/base'
import { BIP32Factory } from 'bip32'
import { initEccLib, networks, Psbt } from 'bitcoinjs-lib'
import { parseAccountKey } from '../../../src/modules/chains/model/account-key.ts'
import { BITCOIN_NETWORKS } from '../../../src/modules/chains/model/bitcoin-networks.ts'
import {
  deriveOutput,
  type PayoutAccount,
} from '../../../src/modules/chains/model/bitcoin-outputs.ts'
import type { PayoutInput } from '../../../src/modules/chains/model/bitcoin-selection.ts'
import type { Regtest } from './regtest.ts'

initEccLib(ecc)

const bs58check = createBase58check((data) => createHash('sha256').update(data).digest())

/** Makes the operator's wallet, which has the keys and signs with a library of its own. */
export function createOperatorWallet(network: 'regtest' | 'mainnet' = 'regtest') {
  const prefixes = network === 'mainnet' ? networks.bitcoin : networks.regtest
  const seed = createHash('sha512').update('operator').digest()
  const master = BIP32Factory(ecc).fromSeed(seed, prefixes)
  const path = `84'/${BITCOIN_NETWORKS[network].coinType}'/0'`
  const account = master.derivePath(`m/${path}`)
  const fingerprint = Buffer.from(master.fingerprint).toString('hex')
  const text = `[${fingerprint}/${path}]${account.neutered().toBase58()}`
  const watched: PayoutAccount = {
    key: parseAccountKey({ chain: 'bitcoin', text, scriptType: 'p2wpkh' }),
    network,
  }

  return {
    account: watched,
    /** The key as the operator pastes it: with the fingerprint and path that signing needs. */
    accountText: text,
    privateKey: account.toBase58(),
    /** The private key of the account with the prefix of native SegWit (SLIP 132). */
    nativeSegwitKey: withPrefix(account.toBase58(), 0x045f18bc),
    addressAt: (index: number) => deriveOutput(watched, { chain: 0, index }).address,
    sign: (psbt: string) =>
      Psbt.fromBase64(psbt, { network: prefixes }).signAllInputsHD(master).toBase64(),
    /** Pays an address of the account, in a block, and returns the output. */
    receive: async (regtest: Regtest, index: number, units: bigint): Promise<PayoutInput> => {
      const { address } = deriveOutput(watched, { chain: 0, index })
      const { txid, rawHex } = await regtest.pay([address, units])
      await regtest.mine(1)
      return { txid, outputIndex: 0, units, step: { chain: 0, index }, rawHex }
    },
  }
}

function withPrefix(key: string, prefix: number) {
  const bytes = Buffer.from(bs58check.decode(key))
  bytes.writeUInt32BE(prefix)
  return bs58check.encode(bytes)
}
