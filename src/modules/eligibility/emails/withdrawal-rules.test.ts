import { expect, test } from 'vitest'
import { mail } from './withdrawal-rules.tsx'

test('the mail says that the rules change, also where a requirement is only another one', () => {
  const context = {
    brand: 'Candor',
    operator: { legalName: '', address: '', registration: '', email: '' },
    publicUrl: 'https://example.com',
    sandbox: false,
    name: undefined,
  }
  const { subject } = mail({ effectiveFrom: '2026-12-20', added: ['a higher limit'] }, context)

  expect(subject).toMatch(/^The rules for withdrawals change on /)
})
