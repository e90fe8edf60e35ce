import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import type { KeyValue } from '#ui/layout/key-values.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { Checks } from '#ui/status/checks.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Check } from '../model.ts'
import styles from './bulk-dialog.module.css'
import { type BulkOutcome, useBulkRun } from './use-bulk-run.tsx'

/** A row of a bulk action, as the server has reviewed it. */
export type BulkItem = {
  id: string
  name: string
  amount: string
  /** A note on what is posted or fixed. */
  note: ReactNode
  checks: readonly Check[]
  /** Why it has to be decided alone; null if it is ready. */
  refusal: string | null
  /** The address of its own review. */
  to: string
}

type Props<Item> = {
  /** Undefined while they load. */
  items: readonly Item[] | undefined
  readFailed: boolean
  onRetry: () => unknown
  /** 'Confirm 48 deposits?' for a number of rows. */
  formatTitle: (count: number) => ReactNode
  actionLabel: string
  /** '48 deposits confirmed' for a number of rows. */
  formatDone: (count: number) => string
  /** The sums of the rows that are ready. */
  effects: readonly KeyValue[] | undefined
  /** Explains what follows. */
  children: ReactNode
  decide: (item: Item) => Promise<BulkOutcome>
  /** Called when the first row is sent: from then on the reviewed rows must not be read again. */
  onStart: () => void
  onClose: () => void
}

/**
 * The dialog of one action on many rows: each row with its checks and its effect, the sum, the
 * progress, and what became of each.
 */
export function BulkDialog<Item extends BulkItem>(props: Props<Item>) {
  const { items, readFailed, onRetry, formatTitle, actionLabel, effects, onStart, onClose } = props
  const { phase, outcomes, run, stop } = useBulkRun(props.decide)
  const [sent, setSent] = useState<readonly Item[]>()
  const ready = sent ?? items?.filter(({ refusal }) => refusal === null)
  const refused = phase === 'review' ? items?.filter(({ refusal }) => refusal !== null) : undefined

  const start = () => {
    if (!ready) return
    setSent(ready)
    onStart()
    void run(ready)
  }

  return (
    <Dialog
      open
      onClose={phase === 'running' ? stop : onClose}
      title={formatTitle(ready?.length ?? 0)}
      effects={phase === 'review' && ready && ready.length > 0 ? effects : undefined}
      actions={
        <>
          {phase === 'review' && <Button onClick={onClose}>Go back</Button>}
          {phase === 'review' && ready && ready.length > 0 && (
            <Button variant="primary" onClick={start}>
              {actionLabel}
            </Button>
          )}
          {phase === 'running' && <Button onClick={stop}>Stop after this one</Button>}
          {phase === 'done' && (
            <Button variant="primary" onClick={onClose}>
              Close
            </Button>
          )}
        </>
      }
    >
      {readFailed && <ReadFailed onRetry={onRetry} />}
      {!items && !readFailed && <SkeletonLines lines={6} />}
      {phase === 'running' && ready && (
        <Progress
          label="Progress"
          value={outcomes.size}
          max={ready.length}
          start={`${outcomes.size} of ${ready.length}`}
        />
      )}
      {phase === 'done' && ready && (
        <Summary count={ready.length} outcomes={outcomes} formatDone={props.formatDone} />
      )}
      {phase === 'review' && ready && ready.length > 0 && props.children}
      {ready && ready.length > 0 && <ItemList items={ready} outcomes={outcomes} />}
      {refused && refused.length > 0 && <RefusedList items={refused} />}
    </Dialog>
  )
}

type SummaryProps = {
  count: number
  outcomes: ReadonlyMap<string, BulkOutcome>
  formatDone: (count: number) => string
}

function Summary({ count, outcomes, formatDone }: SummaryProps) {
  const countTone = (tone: BulkOutcome['tone']) =>
    [...outcomes.values()].filter((outcome) => outcome.tone === tone).length
  const [waiting, failed] = [countTone('wait'), countTone('bad')]
  const unsent = count - outcomes.size

  return (
    <Callout tone={failed + unsent > 0 ? 'caution' : 'done'} live>
      {formatDone(countTone('ok'))}.{waiting > 0 && ` ${waiting} waiting for a second approval.`}
      {failed > 0 && ` ${failed} failed: the reason is shown below. The others are not affected.`}
      {unsent > 0 && ` ${unsent} not sent.`}
    </Callout>
  )
}

type ListProps = { items: readonly BulkItem[]; outcomes: ReadonlyMap<string, BulkOutcome> }

const ItemList = ({ items, outcomes }: ListProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the keyboard
  <ul className={styles.items} tabIndex={0} aria-label="Included">
    {items.map((item) => (
      <li key={item.id}>
        <ItemHead item={item} />
        <div className="meta muted">{item.note}</div>
        <ItemState item={item} outcome={outcomes.get(item.id)} />
      </li>
    ))}
  </ul>
)

const ItemHead = ({ item: { name, amount } }: { item: BulkItem }) => (
  <div className={styles.head}>
    <span className="strong">{name}</span>
    <Money amount={amount} />
  </div>
)

/** The checks of a row before it is sent, and what became of it afterwards. */
function ItemState({ item, outcome }: { item: BulkItem; outcome: BulkOutcome | undefined }) {
  if (outcome)
    return (
      <p>
        <Tag tone={outcome.tone}>{outcome.message}</Tag>
      </p>
    )

  const passed = item.checks.filter(({ verdict }) => verdict === 'ok').length
  return (
    <details>
      <summary>
        {passed} {passed === 1 ? 'check' : 'checks'} passed
      </summary>
      <Checks checks={item.checks} />
    </details>
  )
}

const RefusedList = ({ items }: { items: readonly BulkItem[] }) => (
  <section>
    <h3 className={styles.refused}>Not included: {items.length}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the keyboard */}
    <ul className={styles.items} tabIndex={0} aria-label="Not included">
      {items.map((item) => (
        <li key={item.id}>
          <ItemHead item={item} />
          <div className="meta muted">{item.refusal}</div>
          <Link className="link" to={item.to}>
            Review<span className="visually-hidden"> {item.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
