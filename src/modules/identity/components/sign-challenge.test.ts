import { afterEach, expect, test, vi } from 'vitest'
import { signChallenge } from './sign-challenge.tsx'

afterEach(() => vi.unstubAllGlobals())

const options = { challenge: 'AAAA', rpId: 'candor.example', allowCredentials: [] }

/** A browser whose passkeys fail with the named error. */
function stubBrowser(error: string, hostname = 'candor.example') {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('location', { hostname })
  const get = () => Promise.reject(new DOMException('in the words of the browser', error))
  vi.stubGlobal('navigator', { credentials: { get } })
}

test.each([
  ['NotAllowedError', /^Nothing was approved: the signature was cancelled or timed out/],
  ['AbortError', /^Nothing was approved: the signature was cancelled or timed out/],
  ['UnknownError', /^Nothing was approved\. Your browser or device couldn’t use the passkey/],
])('A signature that ends with %s says what happened.', async (error, message) => {
  stubBrowser(error)
  await expect(signChallenge(options)).rejects.toMatchObject({
    code: 'not_signed',
    message: expect.stringMatching(message),
  })
})

test('At a wrong site address, a signature names the address and not a cancel.', async () => {
  stubBrowser('SecurityError', 'mirror.example')
  await expect(signChallenge(options)).rejects.toMatchObject({
    message: expect.stringContaining('Use our official website address'),
  })
})

test('A browser without passkeys says that, and that nothing was approved.', async () => {
  await expect(signChallenge(options)).rejects.toMatchObject({
    message: 'Nothing was approved. This browser doesn’t support passkeys. Try another browser.',
  })
})
