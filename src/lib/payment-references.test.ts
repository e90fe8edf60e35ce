import { expect, test } from 'vitest'
import { bankReferenceOf, receiptReference } from './payment-references.ts'

test('one transaction has one spelling', () => {
  expect(receiptReference(` 0x${'AB'.repeat(32)} `)).toBe('ab'.repeat(32))
  expect(receiptReference(`0x0x${'AB'.repeat(32)}`)).toBe('ab'.repeat(32))
  expect(() => receiptReference('<script>')).toThrow('transaction id')
  expect(() => receiptReference(`${'ab'.repeat(32)}:1`)).toThrow('transaction id')
})

test('one bank reference has one spelling', () => {
  expect(bankReferenceOf('  sepa  77 ')).toBe('SEPA 77')
  expect(bankReferenceOf('SEPA\u00a077')).toBe('SEPA 77')
})
