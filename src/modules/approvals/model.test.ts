import { expect, test } from 'vitest'
import { formatUsd } from '#lib/money.ts'
import { ROLES } from '#lib/roles.ts'
import {
  assertPermitted,
  computeProposalState,
  getDecidingRoles,
  getPermittedRoles,
  getSecondAdminThreshold,
  PERMISSIONS,
  type Permission,
  type Proposal,
} from './model.ts'

/**
 * PRODUCT.md, section 1, written down by hand: the roles of each permission, and the amount from
 * which a second admin has to decide. Permissions that its table leaves out are listed below it.
 * Publishing a plan needs a second admin by its target, not by an amount; a deposit in live doesn't
 * where there is chain evidence: their commands see to that.
 */
const TABLE = `
                          viewer  support  finance  owner  sandbox     live

member.edit               -       yes      yes      yes    never       never
enquiry.mark              -       yes      yes      yes    never       never
desk.write                -       yes      yes      yes    never       never
testimonials.decide       -       yes      yes      yes    never       never
alert.acknowledge         -       yes      yes      yes    never       never
data.export               -       yes      yes      yes    never       never
member.reset-factor       -       yes      yes      yes    never       always
member.restore-access     -       yes      yes      yes    never       always
deposit.confirm           -       -        yes      yes    never       always
deposit.reject            -       -        yes      yes    never       never
deposit.reverse           -       -        yes      yes    always      always
withdrawal.approve        -       -        yes      yes    $10,000.00  $10,000.00
payout-batch.export       -       -        yes      yes    $10,000.00  $10,000.00
payout-batch.cancel       -       -        yes      yes    always      always
withdrawal.pay            -       -        yes      yes    never       never
withdrawal.reject         -       -        yes      yes    never       never
withdrawal.reverse        -       -        yes      yes    always      always
balance.adjust            -       -        yes      yes    $1,000.00   always
income.record             -       -        yes      yes    always      always
income.reverse            -       -        yes      yes    always      always
loss.record               -       -        yes      yes    always      always
capital.record            -       -        yes      yes    always      always
promotion.fund            -       -        yes      yes    always      always
plan.publish              -       -        yes      yes    never       never
member.delete             -       -        -        yes    never       never
fees.raise                -       -        -        yes    always      always
receiving-address.change  -       -        -        yes    never       always
setting.cancel-change     -       -        yes      yes    never       never
setting.loosen            -       -        -        yes    always      always
staff.money-role          -       -        -        yes    never       always
staff.manage              -       -        -        yes    never       never
staff.reset-factor        -       -        -        yes    never       always
installation.manage       -       -        -        yes    never       never
ledger.unfreeze           -       -        -        yes    always      always

approval-key.add          -       yes      yes      yes    always      always
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
ledger.reconcile          -       -        yes      yes    never       never
break.explain             -       -        yes      yes    always      always
monitoring.clear          -       -        yes      yes    always      always
monitoring.investigate    -       yes      yes      yes    never      never
rules.publish             -       -        -        yes      always      always
evidence.export           -       -        yes      yes    never       never
screening.dismiss         -       -        yes      yes    always      always
identity.pass             -       yes      yes      yes    never      never
identity.refuse           -       yes      yes      yes    always      always
screening.confirm         -       yes      yes      yes    never      never
`

const ROWS = TABLE.split('\n')
  .filter((line) => line.includes('.'))
  .map((line) => line.split(/ +/))

const permissions = Object.keys(PERMISSIONS) as Permission[]

function secondAdmin(permission: Permission, mode: 'sandbox' | 'live'): string {
  const from = getSecondAdminThreshold(permission, mode)
  return from === null ? 'never' : from === 0n ? 'always' : formatUsd(from)
}

const buildPermissionRow = (permission: Permission) => [
  permission,
  ...ROLES.map((role) => (getPermittedRoles(permission).includes(role) ? 'yes' : '-')),
  secondAdmin(permission, 'sandbox'),
  secondAdmin(permission, 'live'),
]

test('Every permission has the roles and the second admin of the table.', () => {
  const byName = (one: string[], other: string[]) => `${one[0]}`.localeCompare(`${other[0]}`)
  expect(permissions.map(buildPermissionRow).sort(byName)).toEqual([...ROWS].sort(byName))
})

test('Finance decides on proposals that only an owner or any staff may make.', () => {
  const differing = permissions.filter(
    (permission) => getDecidingRoles(permission).join() !== getPermittedRoles(permission).join(),
  )
  expect(differing.sort()).toEqual([
    'approval-key.add',
    'fees.raise',
    'ledger.unfreeze',
    'receiving-address.change',
    'rules.publish',
    'setting.loosen',
    'staff.reset-factor',
  ])

  for (const permission of differing)
    expect(getDecidingRoles(permission)).toEqual(['finance', 'owner'])
})

test('A viewer only reads, and an owner has every permission.', () => {
  for (const permission of permissions) {
    expect(getPermittedRoles(permission), permission).toContain('owner')
    expect(
      [...getPermittedRoles(permission), ...getDecidingRoles(permission)],
      permission,
    ).not.toContain('viewer')
  }
})

test('A role without the permission is rejected by name.', () => {
  for (const permission of permissions)
    for (const role of ROLES) {
      const checkRole = () => assertPermitted({ role }, permission)
      if (getPermittedRoles(permission).includes(role)) expect(checkRole).not.toThrow()
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

test('A proposal waits until its last moment, then it is expired.', () => {
  const expiresAt = new Date('2026-11-20T12:00:00Z')
  const proposal = { expiresAt, decision: null } as Proposal
  const at = (ms: number) => computeProposalState(proposal, new Date(expiresAt.getTime() + ms))

  expect([at(-1), at(0), at(1)]).toEqual(['waiting', 'expired', 'expired'])
})
