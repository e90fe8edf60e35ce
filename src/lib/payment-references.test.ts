import { expect, test } from 'vitest'
import {
  isSameBankReference,
  listSpellings,
  normaliseBankReference,
  normaliseReceiptReference,
} from './payment-references.ts'

test('one transaction has one spelling', () => {
  expect(normaliseReceiptReference(` 0x${'AB'.repeat(32)} `)).toBe('ab'.repeat(32))
  expect(normaliseReceiptReference(`0x0x${'AB'.repeat(32)}`)).toBe('ab'.repeat(32))
  expect(() => normaliseReceiptReference('<script>')).toThrow('transaction ID')
  expect(() => normaliseReceiptReference(`${'ab'.repeat(32)}:1`)).toThrow('transaction ID')
})

test('one bank reference has one spelling', () => {
  expect(normaliseBankReference('  sepa  77 ')).toBe('SEPA 77')
  expect(normaliseBankReference('SEPA\u00a077')).toBe('SEPA 77')
})

test('what reads like an id of ours is no payment, in whichever capitals', () => {
  for (const id of ['dep_0123456789abcdefghjk', 'PRP_1', '0xwdr_a', ' Rcp_9z '])
    expect(() => normaliseReceiptReference(id), id).toThrow('an internal ID')
  for (const id of ['dep_0123456789abcdefghjk', ' Prp_1 '])
    expect(() => normaliseBankReference(id), id).toThrow('an internal ID')
  expect(normaliseBankReference('SEPA_2026-11')).toBe('SEPA_2026-11')
  expect(normaliseReceiptReference('payment_17')).toBe('payment_17')
  expect(normaliseBankReference('')).toBe('')
})

test('a searched reference is normalised to its recorded spelling', () => {
  for (const text of [` 0x${'AB'.repeat(32)} `, 'payment_17'])
    expect(listSpellings(text)).toContain(normaliseReceiptReference(text))
  expect(listSpellings(' sepa  77 ')).toContain(normaliseBankReference('  sepa 77'))
  expect(listSpellings('  ')).toEqual([])
})

test('one bank reference has one spelling, however it is typed', () => {
  for (const text of [
    'sepa\u200b-77',
    'ＳＥＰＡ-77',
    'SEPA\u201377',
    'sepa\u221277',
    '\u202eSEPA-77',
  ])
    expect(normaliseBankReference(text), JSON.stringify(text)).toBe('SEPA-77')

  for (const text of ['SEPA 77', 'sepa/77', 'SEPA_77', 'SEPA - 77', 'SEPA.77 '])
    expect(isSameBankReference(text, 'SEPA-77'), text).toBe(true)
  expect(isSameBankReference('SEPA 7 7', 'SEPA-77')).toBe(false)
  expect(isSameBankReference('A1-1', 'A-11')).toBe(false)
})

test('a bank reference with a letter of another script is refused, and the letter is given', () => {
  for (const text of ['\u0391BC-77', 'AB\u0421-77', 'ABC-7\u0667'])
    expect(() => normaliseBankReference(text), text).toThrow(
      /Latin letters.*\(U\+0[346][0-9A-F]{2}\)/,
    )
  expect(normaliseBankReference('Müller 77')).toBe('MÜLLER 77')
})
