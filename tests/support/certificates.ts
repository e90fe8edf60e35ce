import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** One element of DER: its tag, its length, what is in it. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const encodeName = (text: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
const stamp = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]|\.\d+/g, '')}`))
const DAY_MS = 86_400_000

export type Certificate = { key: string; cert: string }

/**
 * A certificate that signed itself, made for a name and valid from so many days from now until so
 * many.
 */
export function selfSigned(
  host: string,
  days: { from?: number; until?: number } = {},
): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const stampOffset = (offset: number) => stamp(new Date(Date.now() + offset * DAY_MS))
  const names = sequence(der(0x82, Buffer.from(host)))
  const authority = sequence(der(0x01, Buffer.of(255)))
  const extensions = sequence(
    sequence(oid('551d11'), der(0x04, names)),
    sequence(oid('551d13'), der(0x01, Buffer.of(255)), der(0x04, authority)),
  )

  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_SHA256,
    encodeName(host),
    sequence(stampOffset(days.from ?? -1), stampOffset(days.until ?? 2)),
    encodeName(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )

  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey))
  const text = sequence(body, ECDSA_SHA256, signature)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')

  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  }
}
