import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { integrityCalls } from '#modules/integrity/components/calls.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { DayOf } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { administrationCalls } from './calls.tsx'

type AuditChainCheck = Awaited<ReturnType<typeof administrationCalls.auditChain.call>>['data']
type State = { result?: AuditChainCheck; running: boolean; failed?: string }

/**
 * Has every hash of the record worked out anew, some thousand at a time, and says how far it has
 * got.
 */
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
      title="Chain"
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
            Each act carries the hash of its own words and of the act before it. Verifying works all
            of them out anew. <AuditAnchorNote />
          </p>
        )}
        {result && running && (
          <Progress
            label="Acts verified"
            value={Number(result.reached)}
            max={Number(result.head.place)}
          />
        )}
        {result?.wrong && (
          <Callout tone="error" title="The record was changed.">
            At place {result.wrong.place}: {result.wrong.problem}. Keep a copy of the database as it
            is, and compare with an earlier export.
          </Callout>
        )}
        {verified && (
          <Callout
            tone="done"
            title={`All ${result.head.place} acts are as they were written.`}
            inPanel
          >
            {result.waiting > 0 && `${result.waiting} more wait for their place. `}
            The newest hash: <span className="mono meta anywhere">{result.head.hash}</span>
          </Callout>
        )}
      </div>
    </Panel>
  )
}

/** How far the record was told outside the database, and when. */
function AuditAnchorNote() {
  const { data } = useQuery(integrityCalls.state.queryOptions())
  const anchor = data?.data.anchor
  if (!anchor?.auditHead) return null

  return (
    <>
      Up to place {anchor.auditHead.place} it was told outside on <DayOf day={anchor.day} />, by
      file and mail.
    </>
  )
}
