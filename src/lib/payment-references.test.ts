import { expect, test } from 'vitest'
import { bankReferenceOf, receiptReference, spellingsOf } from './payment-references.ts'

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

test('what reads like an id of ours is no payment, in whichever capitals', () => {
  for (const id of ['dep_0123456789abcdefghjk', 'PRP_1', '0xwdr_a', ' Rcp_9z '])
    expect(() => receiptReference(id), id).toThrow('an id of this house')
  for (const id of ['dep_0123456789abcdefghjk', ' Prp_1 '])
    expect(() => bankReferenceOf(id), id).toThrow('an id of this house')
  expect(bankReferenceOf('SEPA_2026-11')).toBe('SEPA_2026-11')
  expect(receiptReference('payment_17')).toBe('payment_17')
  expect(bankReferenceOf('')).toBe('')
})

test('what somebody looks for is looked for in the spelling that it was recorded by, whichever it is', () => {
  for (const text of [` 0x${'AB'.repeat(32)} `, 'payment_17'])
    expect(spellingsOf(text)).toContain(receiptReference(text))
  expect(spellingsOf(' sepa  77 ')).toContain(bankReferenceOf('  sepa 77'))
  expect(spellingsOf('  ')).toEqual([])
})
