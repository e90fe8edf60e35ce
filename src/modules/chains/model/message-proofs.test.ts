import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { Address, OutScript, p2tr, p2wpkh, RawWitness, WIF } from '@scure/btc-signer'
import { expect, test } from 'vitest'
import { isMessageProved } from './message-proofs.ts'
import { buildSigned, getSpendId, hashMessage } from './message-spend.ts'

const network = 'mainnet'
/** The vectors of BIP 322, whose key is published there. */
const ADDRESS = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const TAPROOT = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
const SIGNATURE =
  'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx' +
  '9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
const TAPROOT_SIGNATURE =
  'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ=='
const PUBLISHED_KEY = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')

const script = OutScript.encode(Address().decode(ADDRESS))

test('hashes and virtual transactions are those of BIP 322', () => {
  expect(hex.encode(hashMessage(''))).toBe(
    'c90c269c4f8fcbe6880f72a721ddfbf1914268a794cbb21cfafee13770ae19f1',
  )
  expect(hex.encode(hashMessage('Hello World'))).toBe(
    'f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a',
  )
  expect(getSpendId('Hello World', script)).toBe(
    'b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b',
  )
  expect(buildSigned('Hello World', script).id).toBe(
    '88737ae86f2077145f93cc4b153ae9a1cb8d56afa511988c149c5c8c9d93bddf',
  )
})

test('the signatures of BIP 322 prove their message and address alone', () => {
  const segwit = {
    address: ADDRESS,
    message: 'Hello World',
    signature: SIGNATURE,
    network,
  } as const
  const taproot = { ...segwit, address: TAPROOT, signature: TAPROOT_SIGNATURE }

  for (const proof of [segwit, taproot]) {
    expect(isMessageProved(proof)).toBe(true)
    expect(isMessageProved({ ...proof, message: 'Hello World!' })).toBe(false)
    expect(isMessageProved({ ...proof, signature: proof.signature.replace('R', 'S') })).toBe(false)
  }
  expect(isMessageProved({ ...segwit, address: TAPROOT })).toBe(false)
  expect(
    isMessageProved({
      ...segwit,
      address: p2tr(schnorr.getPublicKey(PUBLISHED_KEY)).address ?? '',
    }),
  ).toBe(false)
  expect(isMessageProved({ ...segwit, network: 'testnet' })).toBe(false)
})

test('a signature of BIP 322 by another key doesn’t prove an address', () => {
  const transaction = buildSigned('Reserves', script)
  transaction.signIdx(PUBLISHED_KEY, 0)
  transaction.finalize()
  const signature = base64.encode(
    RawWitness.encode(transaction.getInput(0).finalScriptWitness ?? []),
  )
  const proof = { address: ADDRESS, message: 'Reserves', signature, network } as const

  expect(isMessageProved(proof)).toBe(true)
  const other = p2wpkh(secp256k1.getPublicKey(new Uint8Array(32).fill(7), true)).address ?? ''
  expect(isMessageProved({ ...proof, address: other })).toBe(false)
})

test('a witness has a signature and a key, and nothing after them', () => {
  const witness = RawWitness.decode(base64.decode(SIGNATURE))
  const prove = (...parts: Uint8Array[]) =>
    isMessageProved({
      address: ADDRESS,
      message: 'Hello World',
      signature: base64.encode(RawWitness.encode(parts)),
      network,
    })

  expect(prove(...witness)).toBe(true)
  expect(prove(...witness, Uint8Array.of(1))).toBe(false)
  expect(prove(...witness.slice(0, 1))).toBe(false)
})

test('text that isn’t a signature proves nothing', () => {
  for (const signature of ['', '!', 'AA==', base64.encode(new Uint8Array(65)), 'A'.repeat(4_000)])
    expect(isMessageProved({ address: ADDRESS, message: 'x', signature, network })).toBe(false)
})
