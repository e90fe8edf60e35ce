import { defineMutants, type Mutant } from '../../tools/mutants/mutant.ts'

/** Mistakes in staff, settings, campaigns and exports. */
export const mutants: Mutant[] = [
  ...defineMutants('src/platform/http', [
    [
      'a download without a record',
      'staff could take every member’s data unseen',
      'calls.ts',
      'openCalls',
      { drop: 'recordDownload' },
      ['tests/properties/staff-downloads.test.ts'],
    ],
  ]),
  ...defineMutants('src/modules/administration/commands', [
    [
      'an export of a list without a permission check',
      'a viewer could save lists with personal data',
      'record-export.ts',
      'recordExport',
      { drop: 'assertPermitted' },
    ],
  ]),
  ...defineMutants('src/modules/operations/commands', [
    [
      'a test of the webhooks without a permission check',
      'every staff member could write into the operator’s chats',
      'test-webhooks.ts',
      'testWebhooks',
      { drop: 'assertPermitted' },
    ],
  ]),
  ...defineMutants('src/modules/campaigns/commands', [
    [
      'a large campaign of one admin',
      'one admin could spend the promotion account on an accomplice',
      'publish-campaign.ts',
      'publishCampaign',
      { drop: 'mayPublish' },
    ],
    [
      'a campaign that starts at once',
      'it would be claimed before another admin has seen it',
      'publish-campaign.ts',
      'publishCampaign',
      { drop: 'begunBefore' },
    ],
  ]),
  ...defineMutants('src/modules/approvals/steps', [
    [
      'a decision of a new admin',
      'the admin would not read from when to approve',
      'decide.ts',
      'decide',
      { drop: 'assertMayDecide' },
      ['src/modules/identity/commands/propose-money-role.test.ts'],
    ],
  ]),
  {
    name: 'a decision of a new admin in the database',
    why: 'an owner could invite an accomplice who approves at once',
    sql: 'approvals.check_decision',
    pattern: 'if new.approved and not may_decide(new.decided_by, new.decided_at) then',
    with: 'if false then',
    tests: ['src/modules/identity/commands/propose-money-role.test.ts'],
  },
  {
    name: 'a looser control without an approval',
    why: 'one owner could switch the second admin off',
    sql: 'public.guard_setting',
    pattern: 'if approved.id is null or',
    with: 'if',
    tests: ['src/modules/administration/commands/change-setting.test.ts'],
  },
  {
    name: 'a money role of one owner',
    why: 'an owner could make the second admin alone',
    sql: 'public.follow_staff_access',
    pattern: 'if gains and approvals.is_live() and (',
    with: 'if false and (',
    tests: ['src/modules/identity/commands/propose-money-role.test.ts'],
  },
]
