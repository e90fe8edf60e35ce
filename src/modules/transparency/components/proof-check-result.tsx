import { formatUsd } from '#lib/money.ts'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { downloadSimple } from '#ui/icons.ts'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { Checks } from '#ui/status/checks.tsx'
import { downloadJson } from '#ui/table/csv.ts'
import { LIABILITY_KINDS, type LiabilityKind } from '../model.ts'
import type { ProofCheck } from './run-proof-check.tsx'

const LABELS: Readonly<Record<LiabilityKind, string>> = {
  cash: 'Available',
  invested: 'Invested',
  profit: 'Accumulated interest',
  pending: 'Pending withdrawals',
  due: 'Due, not owed until the plan earns it',
}

const INCLUDED = 'Included in the published total'

/** Shows whether the member's balance is in the published total, and how that was checked. */
export function ProofCheckResult({ check }: { check: ProofCheck }) {
  const { file, checked, included, steps } = check
  if (!file)
    return (
      <Panel title="No proof of your balance yet">
        The total owed to members is published once a day, and it contains what you had at that
        moment. Run the check again tomorrow.
      </Panel>
    )

  const isWrong = steps.some(({ verdict }) => verdict === 'review')
  const isIncluded = !isWrong && checked !== null

  return (
    <Panel
      title={
        check.split
          ? 'The log doesn’t match'
          : isWrong
            ? 'The proof doesn’t match'
            : isIncluded
              ? INCLUDED
              : 'The check isn’t complete'
      }
    >
      <Stack tight>
        {isIncluded && <ProofStatement check={check} included={included} />}
        {check.split && <SplitView split={check.split} />}
        {isWrong && !check.split && (
          <Callout tone="error" live>
            Download the proof, save a copy and contact us. Compare it with other members.
          </Callout>
        )}
        <details open={!isIncluded}>
          <summary>How this was checked</summary>
          <Stack tight>
            <Checks checks={[...steps, buildWitnessStep(check)]} />
            <KeyValues
              rows={LIABILITY_KINDS.map((kind) => ({
                label: LABELS[kind],
                value: <Money amount={BigInt(file.amounts[kind])} />,
              }))}
            />
          </Stack>
        </details>
        <Button icon={downloadSimple} onClick={() => downloadJson('my-proof.json', file)}>
          Download proof
        </Button>
      </Stack>
    </Panel>
  )
}

/** Explains that the log is not the one that this browser saw, and what to do. */
function SplitView({ split }: { split: NonNullable<ProofCheck['split']> }) {
  return (
    <>
      <Callout tone="error" live title="This isn’t the log that your browser saw before">
        An honest log only grows, so this needs an explanation. Don’t make a deposit until you have
        one. Download both checkpoints, save a copy, compare them with what other members see, and
        contact us. An auditor or any other independent person can check them as well.
      </Callout>
      <Button icon={downloadSimple} onClick={() => downloadJson('two-checkpoints.json', split)}>
        Download both checkpoints
      </Button>
    </>
  )
}

function ProofStatement({ check, included }: { check: ProofCheck; included: bigint }) {
  const { manifest } = check.checked ?? {}
  if (!manifest) return null
  const owed = manifest.totals
  const total = formatUsd(owed.cash + owed.invested + owed.profit + owed.pending)
  const day = <CalendarDay day={manifest.day} />

  return (
    <p role="status">
      Your balance of {formatUsd(included)} is included in the published total of {total} owed to
      members on {day}. That was your balance at ledger entry {`L-${manifest.seq}`}; later entries
      are part of the next day’s total.
    </p>
  )
}

function buildWitnessStep({ witnesses: { count, of, at } }: ProofCheck) {
  const what = 'Witnesses of the log'
  if (of === 0)
    return {
      what,
      verdict: 'none' as const,
      evidence: 'The operator has named no independent witnesses',
    }

  return {
    what,
    verdict: count > 0 ? ('ok' as const) : ('review' as const),
    evidence: (
      <>
        {count} of {of} witnesses
        {at && (
          <>
            {' '}
            at <When at={at.toISOString()} />
          </>
        )}
      </>
    ),
  }
}
