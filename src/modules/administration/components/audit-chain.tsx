import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { integrityCalls } from '#modules/integrity/components/calls.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { administrationCalls } from './calls.tsx'

type AuditChainCheck = Awaited<ReturnType<typeof administrationCalls.auditChain.call>>['data']
type State = { result?: AuditChainCheck; running: boolean; failed?: string }

/** Verifies every hash of the audit log, some thousand events a request, and shows the progress. */
export function AuditChain() {
  const [{ result, running, failed }, setState] = useState<State>({ running: false })
  const verify = async () => {
    setState({ running: true })

    try {
      for (let after = '0'; ; ) {
        const { data } = await administrationCalls.auditChain.call({ after })
        const done = data.wrong !== null || BigInt(data.reached) >= BigInt(data.head.place)
        setState({ result: data, running: !done })
        if (done) return
        after = data.reached
      }
    } catch (error) {
      setState({ running: false, failed: getErrorMessage(error) })
    }
  }

  const verified = result && !running && !result.wrong

  return (
    <Panel
      title="Integrity"
      aside={
        <Button
          size="sm"
          onClick={() => void verify()}
          pending={running}
          pendingLabel="Verifying..."
        >
          Verify now
        </Button>
      }
    >
      <div aria-live="polite">
        {failed && <Callout tone="error">{failed}</Callout>}
        {!result && !failed && (
          <p className="muted">
            Each audit event stores a hash of its own content and of the previous event. Verifying
            recomputes every hash. <AuditAnchorNote />
          </p>
        )}
        {result && running && (
          <Progress
            label="Audit events verified"
            value={Number(result.reached)}
            max={Number(result.head.place)}
          />
        )}
        {result?.wrong && (
          <Callout tone="error" title="The audit log has been altered.">
            At sequence no. {result.wrong.place}: {result.wrong.problem}. Copy the database in its
            current state and compare it with an earlier export.
          </Callout>
        )}
        {verified && (
          <Callout
            tone="done"
            title={`All ${result.head.place} audit events verified. No changes found.`}
            inPanel
          >
            {result.waiting > 0 && `${result.waiting} more are not chained yet. `}
            Latest hash: <span className="mono meta anywhere">{result.head.hash}</span>
          </Callout>
        )}
      </div>
    </Panel>
  )
}

/** Shows up to which event, and when, the hash chain was published outside the database. */
function AuditAnchorNote() {
  const { data } = useQuery(integrityCalls.state.queryOptions())
  const anchor = data?.data.anchor
  if (!anchor?.auditHead) return null

  return (
    <>
      The chain up to sequence no. {anchor.auditHead.place} was published outside the database, by
      file and mail, on <CalendarDay day={anchor.day} />.
    </>
  )
}
