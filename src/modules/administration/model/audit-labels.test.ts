import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  getMovementAction,
  MOVEMENT_PERMISSIONS,
  type MovementKind,
} from '#modules/treasury/model.ts'
import {
  AUDIT_ACTION_OPTIONS,
  AUDIT_ACTIONS,
  describeAuditAction,
  describeAuditDetails,
  describeAuditSubject,
} from '../model.ts'

const SOURCE = join(import.meta.dirname, '../../..')
const FACTOR_CHANGES = /export type FactorChange =((?:\s*\| '[a-z-]+')+)/

const readSource = (name: string) => readFileSync(join(SOURCE, name), 'utf8')

/** Every action that the code records, from the calls of `record` and the lists they draw from. */
function listRecordedActions(): string[] {
  const found = globSync('modules/*/{commands,steps}/*.ts', { cwd: SOURCE })
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => [...readSource(name).matchAll(/\brecord\(([\s\S]{0,200}?)(?:\n\n|\{|$)/g)])
    .flatMap(([, call = '']) => [...call.matchAll(/'([a-z-]+\.[a-z-]+)'/g)])
    .map(([, action = '']) => action)
  const factors = [
    ...(FACTOR_CHANGES.exec(readSource('modules/identity/model/factors.ts'))?.[1] ?? '').matchAll(
      /'([a-z-]+)'/g,
    ),
  ].map(([, change]) => `factor.${change}`)
  const movements = Object.keys(MOVEMENT_PERMISSIONS).map((kind) =>
    getMovementAction(kind as MovementKind),
  )

  return [...new Set([...found, ...factors, ...movements, 'member.signed-in', 'admin.signed-in'])]
}

test('Every recorded action has a label of its own', () => {
  const actions = listRecordedActions()
  expect(actions.length).toBeGreaterThan(90)
  expect(actions.filter((action) => !(action in AUDIT_ACTIONS))).toEqual([])
})

test('The filter offers a label for every action, and an area for each first part', () => {
  const offered = new Set(AUDIT_ACTION_OPTIONS.map(({ value }) => value))
  const missing = listRecordedActions().flatMap((action) =>
    [action, action.split('.')[0] ?? ''].filter((value) => !offered.has(value)),
  )
  expect(missing).toEqual([])
  expect(AUDIT_ACTION_OPTIONS.filter(({ label }) => /[a-z]\.[a-z]/.test(label))).toEqual([])
})

test('A new action without a label is formatted as one', () => {
  expect(describeAuditAction('plan.brand-new')).toBe('Plan brand new')
})

test('Amounts are dollars or crypto, never raw cents, and nothing is a raw key', () => {
  const describe = (action: string, details: object) =>
    describeAuditDetails(action, 'wdr_1', details as Record<string, unknown>).map(
      ({ label, text }) => `${label}: ${text}`,
    )

  expect(
    describe('withdrawal.approved', {
      amount: '1234500',
      fee: '300',
      coinAmount: '12342000000',
      coin: 'USDT',
      rate: '1000000',
    }),
  ).toEqual([
    'Amount: $12,345.00',
    'Fee: $3.00',
    'Crypto amount: 12,342.000000 USDT',
    'Coin: USDT',
    'Rate: $1.00 per unit',
  ])

  expect(describe('balance.adjusted', { from: '100000', to: '95000', change: '-5000' })).toEqual([
    'Balance before: $1,000.00',
    'Balance after: $950.00',
    'Change: −$50.00',
  ])
  expect(describe('income.recorded', { cents: '50000', rate: null })).toEqual([
    'Amount: $500.00',
    'Rate: none',
  ])
  expect(
    describe('break.opened', { account: 'custody:hot:BTC', difference: '-150000000' }),
  ).toContain('Difference: -1.50000000 BTC')
  expect(describe('proposal.made', { permission: 'income.record', about: 'pln_1' })).toEqual([
    'Permission: Income',
    'Subject: pln_1',
  ])
})

test('Ids are links to the member, the deposit or the plan', () => {
  const id = '0123456789abcdefghij'
  const links = ['mem', 'dep', 'wdr', 'pln', 'prp', 'adm'].map(
    (prefix) => describeAuditSubject(`${prefix}_${id}`).to,
  )
  expect(links).toEqual([
    `/admin-dashboard/manage-user/mem_${id}`,
    `/admin-dashboard/alltransaction?open=dep_${id}`,
    `/admin-dashboard/withdrawals?open=wdr_${id}`,
    `/admin-dashboard/plans/pln_${id}`,
    `/admin-dashboard/approvals?open=prp_${id}`,
    `/admin-dashboard/staff?open=adm_${id}`,
  ])
  expect(describeAuditSubject('setting:withdrawals').kind).toBe('Withdrawal controls')
})
