import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { CallError } from '#platform/client/call-error.ts'

/** Returns whether this browser supports passkeys. */
export const isPasskeySupported = () => browserSupportsWebAuthn()

const REFUSED: Record<string, string> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device already has a passkey for your account.',
  ERROR_INVALID_DOMAIN: 'Passkeys don’t work at this address. Use our official website address.',
  ERROR_INVALID_RP_ID: 'Passkeys don’t work at this address. Use our official website address.',
}
const BROKEN_OFF = 'The passkey request was cancelled or timed out. Try again.'
const UNSUPPORTED = 'This browser doesn’t support passkeys. Try another browser.'
const FAILED = 'Your browser or device couldn’t use the passkey. Try again.'

/** The code of the error of a person who cancels, or of a request that times out. */
export const PASSKEY_CANCELLED = 'passkey_cancelled'

/** Returns whether the person cancelled or took too long; browsers don't say which. */
const isBrokenOff = (error: unknown) => {
  const { name } = ((error as Error).cause ?? error) as Error
  return name === 'NotAllowedError' || name === 'AbortError'
}

/** Throws the error of browser or device as a message of the field. */
function throwPasskeyError(error: unknown): never {
  const code = error instanceof WebAuthnError ? error.code : ''
  const cancelled = isBrokenOff(error)
  const failed = isPasskeySupported() ? FAILED : UNSUPPORTED
  const message = REFUSED[code] ?? (cancelled ? BROKEN_OFF : failed)
  throw new CallError(0, cancelled ? PASSKEY_CANCELLED : 'passkey', message, [
    { field: 'passkey', message },
  ])
}

type Options = Readonly<Record<string, unknown>>

/** Creates a passkey on the device and returns the body for the server. */
export const makePasskey = (options: Options) =>
  startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
    .then(toSend)
    .catch(throwPasskeyError)

/** Prompts the person for a passkey and returns the body for the server. */
export const showPasskey = (options: Options) =>
  startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })
    .then(toSend)
    .catch(throwPasskeyError)

type PasskeyCredential =
  | Awaited<ReturnType<typeof startAuthentication>>
  | Awaited<ReturnType<typeof startRegistration>>

const toSend = ({ id, rawId, type, response, clientExtensionResults }: PasskeyCredential) => ({
  id,
  rawId,
  type,
  response: { ...response } as Record<string, string | string[] | number>,
  clientExtensionResults: { ...clientExtensionResults } as Record<string, unknown>,
})
