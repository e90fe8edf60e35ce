import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { booksCalls } from '#modules/books/components/calls.tsx'
import { sentenceOf } from '#modules/identity/components/use-act.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { DayOf } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Notice } from '#ui/status/notice.tsx'
import { houseCalls } from './calls.tsx'

type Look = Awaited<ReturnType<typeof houseCalls.auditChain.call>>['data']
type State = { look?: Look; running: boolean; failed?: string }

/**
 * Has every hash of the record worked out anew, some thousand at a time, and says how far it has
 * got.
 */
export function AuditChain() {
  const [{ look, running, failed }, setState] = useState<State>({ running: false })
  const verify = async () => {
    setState({ running: true })

    try {
      for (let after = '0'; ; ) {
        const { data } = await houseCalls.auditChain.call({ after })
        const done = data.wrong !== null || BigInt(data.reached) >= BigInt(data.head.place)
        setState({ look: data, running: !done })
        if (done) return
        after = data.reached
      }
    } catch (error) {
      setState({ running: false, failed: sentenceOf(error) })
    }
  }

  const verified = look && !running && !look.wrong

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
        {failed && <Notice tone="error">{failed}</Notice>}
        {!look && !failed && (
          <p className="muted">
            Each act carries the hash of its own words and of the act before it. Verifying works all
            of them out anew. <Told />
          </p>
        )}
        {look && running && (
          <Progress
            label="Acts verified"
            value={Number(look.reached)}
            max={Number(look.head.place)}
          />
        )}
        {look?.wrong && (
          <Notice tone="error" title="The record was changed.">
            At place {look.wrong.place}: {look.wrong.problem}. Keep a copy of the database as it is,
            and compare with an earlier export.
          </Notice>
        )}
        {verified && (
          <Notice
            tone="done"
            title={`All ${look.head.place} acts are as they were written.`}
            inPanel
          >
            {look.waiting > 0 && `${look.waiting} more wait for their place. `}
            The newest hash: <span className="mono meta anywhere">{look.head.hash}</span>
          </Notice>
        )}
      </div>
    </Panel>
  )
}

/** How far the record was told outside the database, and when. */
function Told() {
  const { data } = useQuery(booksCalls.state.queryOptions())
  const told = data?.data.witness
  if (!told?.acts) return null

  return (
    <>
      Up to place {told.acts.place} it was told outside on <DayOf day={told.day} />, by file and
      mail.
    </>
  )
}
