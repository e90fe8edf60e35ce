import { expect, test } from 'vitest'
import { verifyEthereumMessage, verifyTronMessage } from './ethereum-messages.ts'

// the example of web3.js's documentation
const SIGNER = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
const SIGNED =
  '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd' +
  '6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'

test('a signature by personal_sign proves its message and its address alone', () => {
  expect(verifyEthereumMessage(SIGNER, 'Some data', SIGNED)).toBe(true)
  expect(verifyEthereumMessage(SIGNER.toLowerCase(), 'Some data', SIGNED)).toBe(true)
  expect(verifyEthereumMessage(SIGNER, 'Some data', `${SIGNED.slice(2, -2)}01`)).toBe(true)

  expect(verifyEthereumMessage(SIGNER, 'Some data.', SIGNED)).toBe(false)
  expect(verifyEthereumMessage(`${SIGNER.slice(0, -1)}4`, 'Some data', SIGNED)).toBe(false)
  expect(verifyEthereumMessage(SIGNER, 'Some data', `${SIGNED.slice(0, -2)}1b`)).toBe(false)
})

test('what is no signature proves nothing', () => {
  for (const text of ['', '0x', `${SIGNED}00`, `${SIGNED.slice(0, -2)}1f`, `0x${'00'.repeat(65)}`])
    expect(verifyEthereumMessage(SIGNER, 'Some data', text)).toBe(false)

  // the same signature with the high half of s, which wallets don't make
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const high = order - BigInt(`0x${SIGNED.slice(66, 130)}`)
  const malleated = `${SIGNED.slice(0, 66)}${high.toString(16).padStart(64, '0')}1b`
  expect(verifyEthereumMessage(SIGNER, 'Some data', malleated)).toBe(false)
})

test('a TRON signature is that of signMessageV2 and no Ethereum signature', () => {
  // made with tronweb 6.5.1 from the key of 32 bytes 01
  const address = 'TCNkawTmcQgYSU8nP8cHswT1QPjharxJr7'
  const signature =
    '0x87f47240d7096c70abe3e7cadc18f1656172a9836fe664e81f63836042248c43' +
    '5246e9265c28c13ade5e3adcd14fa4205cc8a64582d86968775307ad96aedb941b'
  const unicode =
    '0xf69fd2a2d54500e7c8b3a88f1017e7fed2e0c3d41e5a54632e8bc53b0097c435' +
    '48fcd2055f0f303dfe62b2d43ddeb77ea356b86d57e995d3a5f1fe7679d6366c1c'

  expect(verifyTronMessage(address, 'Reserves of Example Ltd 2026-11-20', signature)).toBe(true)
  expect(verifyTronMessage(address, 'Grüße 🌍', unicode)).toBe(true)
  expect(verifyTronMessage(address, 'Reserves of Example Ltd 2026-11-21', signature)).toBe(false)
  expect(verifyTronMessage(SIGNER, 'Some data', SIGNED)).toBe(false)
})
