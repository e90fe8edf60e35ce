import { expect, test } from 'vitest'
import { formatUsd } from '#lib/money.ts'
import { ROLES } from '#lib/roles.ts'
import {
  ACTS,
  assertMay,
  getSecondAdminThreshold,
  may,
  mayDecide,
  type Permission,
} from './model.ts'

/**
 * PRODUCT.md, section 1, written down by hand: who may do or propose an act, and from which amount
 * a second admin has to decide. What its table leaves out stands below it. Publishing a plan needs
 * a second admin by its target, not by an amount; a deposit in live doesn't where there is chain
 * evidence: their commands see to that.
 */
const TABLE = `
                          viewer  support  finance  owner  sandbox     live

member.edit               -       yes      yes      yes    never       never
enquiry.mark              -       yes      yes      yes    never       never
testimonials.decide       -       yes      yes      yes    never       never
alarm.acknowledge         -       yes      yes      yes    never       never
member.reset-factor       -       yes      yes      yes    never       always
member.restore-access     -       yes      yes      yes    never       always
deposit.confirm           -       -        yes      yes    never       always
deposit.reject            -       -        yes      yes    never       never
withdrawal.approve        -       -        yes      yes    $10,000.00  $10,000.00
withdrawal.pay            -       -        yes      yes    never       never
withdrawal.reject         -       -        yes      yes    never       never
balance.adjust            -       -        yes      yes    $1,000.00   always
income.record             -       -        yes      yes    always      always
loss.record               -       -        yes      yes    always      always
capital.record            -       -        yes      yes    always      always
promotion.fund            -       -        yes      yes    always      always
plan.publish              -       -        yes      yes    never       never
member.delete             -       -        -        yes    never       never
receiving-address.change  -       -        -        yes    never       always
staff.manage              -       -        -        yes    never       never
staff.reset-factor        -       -        -        yes    never       always
house.run                 -       -        -        yes    never       never
books.unfreeze            -       -        -        yes    always      always

proposal.decide           -       yes      yes      yes    never       never
plan.propose              -       -        yes      yes    never       never
campaign.manage           -       -        yes      yes    never       never
assets.record             -       -        yes      yes    always      always
suspense.receive          -       -        yes      yes    never       never
suspense.match            -       -        yes      yes    never       always
suspense.refund           -       -        yes      yes    always      always
custody.move              -       -        yes      yes    always      always
custody.convert           -       -        yes      yes    always      always
network-fee.record        -       -        yes      yes    $100.00     $100.00
fees.take                 -       -        yes      yes    never       never
books.reconcile           -       -        yes      yes    never       never
`

const ROWS = TABLE.split('\n')
  .filter((line) => line.includes('.'))
  .map((line) => line.split(/ +/))

const acts = Object.keys(ACTS) as Permission[]

function secondAdmin(act: Permission, mode: 'sandbox' | 'live'): string {
  const from = getSecondAdminThreshold(act, mode)
  return from === null ? 'never' : from === 0n ? 'always' : formatUsd(from)
}

const buildPermissionRow = (act: Permission) => [
  act,
  ...ROLES.map((role) => (may(act).includes(role) ? 'yes' : '-')),
  secondAdmin(act, 'sandbox'),
  secondAdmin(act, 'live'),
]

test('every act is open to the roles of the table, and needs a second admin where the table says', () => {
  const byName = (one: string[], other: string[]) => `${one[0]}`.localeCompare(`${other[0]}`)
  expect(acts.map(buildPermissionRow).sort(byName)).toEqual([...ROWS].sort(byName))
})

test('who may propose may decide on another’s proposal; what only an owner proposes, finance decides too', () => {
  const differing = acts.filter((act) => mayDecide(act).join() !== may(act).join())
  expect(differing.sort()).toEqual([
    'books.unfreeze',
    'receiving-address.change',
    'staff.reset-factor',
  ])

  for (const act of differing) expect(mayDecide(act)).toEqual(['finance', 'owner'])
})

test('a viewer only reads, and an owner may do whatever anyone may', () => {
  for (const act of acts) {
    expect(may(act), act).toContain('owner')
    expect([...may(act), ...mayDecide(act)], act).not.toContain('viewer')
  }
})

test('whose role is missing is refused, by name of the role', () => {
  for (const act of acts)
    for (const role of ROLES) {
      const checkRole = () => assertMay({ role }, act)
      if (may(act).includes(role)) expect(checkRole).not.toThrow()
      else
        expect(checkRole).toThrow(
          expect.objectContaining({
            code: 'role_missing',
            status: 403,
            message: expect.stringContaining(role),
          }),
        )
    }
})
