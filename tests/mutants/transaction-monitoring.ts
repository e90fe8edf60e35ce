import { defineMutants, defineSqlMutants, type Mutant } from '../../tools/mutants/mutant.ts'

const COMMANDS = 'src/modules/transaction-monitoring/commands'
const CLEARANCE = [`${COMMANDS}/propose-clearance.test.ts`]
const RULES = [`${COMMANDS}/open-monitoring-cases.test.ts`]
const FINDINGS = 'public.list_monitoring_findings'

/** Mistakes in the rules of transaction monitoring, and in what a case holds. */
export const mutants: Mutant[] = [
  ...defineMutants('src/modules', [
    [
      'approval of a held withdrawal',
      'the admin would read an internal error instead of the reason',
      'withdrawals/steps/fix-withdrawal.ts',
      'assertApprovable',
      { drop: 'assertTransactionNotHeld' },
      CLEARANCE,
    ],
    [
      'clearance by support',
      'a support admin could propose to clear a transaction',
      'transaction-monitoring/commands/propose-clearance.ts',
      'proposeClearance',
      { drop: 'assertPermitted' },
      CLEARANCE,
    ],
    [
      'clearance of a suspicious transaction',
      'what two admins agreed to would not be what is recorded',
      'transaction-monitoring/steps/clear-case.ts',
      'carryOutClearance',
      { drop: 'changedMeanwhile' },
      CLEARANCE,
    ],
  ]),
  ...defineSqlMutants([
    [
      'finding without a case',
      'a transaction could be approved before its case is opened',
      'public.is_held_transaction',
      'or exists (',
      'or false and exists (',
      RULES,
    ],
    [
      'hold that ends with its rule',
      'turning a rule off would clear all its cases',
      'public.is_held_transaction',
      "c.status <> 'cleared'",
      'false',
      RULES,
    ],
    [
      'clearance without an approval',
      'one admin could clear a case by SQL',
      'public.protect_monitoring_case',
      'and p.approved',
      '',
      CLEARANCE,
    ],
    [
      'clearance with another reason',
      'the recorded reason would not be the one that was approved',
      'public.protect_monitoring_case',
      "and p.content::jsonb ->> 'reason' = new.reason",
      '',
      CLEARANCE,
    ],
    [
      'finding that changes',
      'what a rule found could be rewritten after the decision',
      'public.protect_monitoring_case',
      '(new.id, new.rule,',
      '(new.id, old.rule,',
      CLEARANCE,
    ],
    [
      'sum of all times',
      'what a member did years ago would count',
      FINDINGS,
      'm.at > s.at - make_interval(days => l.sum_days)',
      'true',
      RULES,
    ],
    [
      'sum with rejected withdrawals',
      'money that never moved would count',
      FINDINGS,
      "where w.status in ('pending', 'approved', 'completed')",
      '',
      RULES,
    ],
    [
      'count of all times',
      'a member would be found for good after some transactions',
      FINDINGS,
      "m.at > s.at - interval '24 hours'",
      'true',
      RULES,
    ],
    [
      'old deposits',
      'a withdrawal years after its deposit would be found',
      FINDINGS,
      'm.at > s.at - make_interval(days => l.in_out_days)',
      'true',
      RULES,
    ],
    [
      'sum after a clearance',
      'every transaction after a cleared one would be found again',
      FINDINGS,
      "(select c.at from cleared c where c.rule = 'large_sum')",
      'null::timestamptz',
      CLEARANCE,
    ],
    [
      'batch with a held withdrawal',
      'a withdrawal found after its approval could be exported',
      'public.refuse_held_transaction',
      'is_held_transaction(new.id)',
      'false',
      RULES,
    ],
  ]),
]
