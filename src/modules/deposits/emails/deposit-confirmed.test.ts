import { render, toPlainText } from '@react-email/render'
import { expect, test } from 'vitest'
import { mail } from './deposit-confirmed.tsx'

const CONTEXT = {
  brand: 'Candor',
  operator: { legalName: '', address: '', registration: '', email: '' },
  publicUrl: 'https://example.com',
  sandbox: false,
  name: undefined,
}

test.each([
  [0n, 'all of the payment stays in your balance'],
  [150_000n, 'The part above it stays in your balance'],
])(
  'of a payment above the limit the mail says what stays, with %s invested',
  async (principal, text) => {
    const { element } = mail(
      {
        depositId: 'dep_x',
        plan: 'HARBOUR',
        credited: 200_000n,
        principal,
        cashReason: 'over_limit',
        received: 200_000n,
        receivedIn: 'USD',
      },
      CONTEXT,
    )

    expect(toPlainText(await render(element)).replace(/\s+/g, ' ')).toContain(text)
  },
)
