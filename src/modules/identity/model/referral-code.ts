export const REFERRAL_CODE = /^[A-Z0-9]{8}$/
const CODE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const UNBIASED = 252

// the largest multiple of 36 that a byte can hold

/** Returns a referral code: eight characters of A–Z and 0–9, uniformly distributed. */
export function generateReferralCode(): string {
  let code = ''
  while (code.length < 8) {
    const [byte = UNBIASED] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < UNBIASED) code += CODE_LETTERS[byte % CODE_LETTERS.length]
  }
  return code
}
