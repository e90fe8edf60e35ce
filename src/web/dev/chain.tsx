import { type FormEvent, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { listSimulatedChains, type SimulatedChain } from '#modules/chains/queries.ts'
import { listDeposits } from '#modules/deposits/queries.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { appContext } from '../context.ts'
import styles from './chain.module.css'
import { SimulatedBlocks, SimulatedTransactions } from './chain-tables.tsx'
import { postTool, type RunTool } from './post-tool.ts'
import { type DescribedDeposit, describeDeposit, SHOWN_DEPOSITS } from './simulated-deposits.ts'

const CHAIN_LABELS: Record<string, string> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  tron: 'TRON',
}

const PAYMENTS = [
  { kind: 'exact', label: 'Pay exactly' },
  { kind: 'short', label: 'Pay less' },
  { kind: 'over', label: 'Pay more' },
  { kind: 'late', label: 'Pay late' },
  { kind: 'double', label: 'Pay twice' },
]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { db, clock } = context.get(appContext)
  const txid = new URL(request.url).searchParams.get('transaction') ?? undefined
  const now = clock.now()
  const limit = SHOWN_DEPOSITS
  const [open, expired, chains] = await Promise.all([
    listDeposits(db, now, { limit, status: 'awaiting_payment' }),
    listDeposits(db, now, { limit, status: 'expired' }),
    listSimulatedChains(db, { txid }),
  ])
  const deposits = [...open, ...expired].map(describeDeposit)

  return txid === undefined
    ? { deposits, chains, single: false }
    : { deposits: [], chains: chains.filter(hasTransactions), single: true }
}

const hasTransactions = ({ transactions }: SimulatedChain) => transactions.length > 0

export default function DevChain() {
  const { deposits, chains, single } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<unknown>()
  const run: RunTool = (action, body) => {
    postTool(`/dev/chain/${action}`, body)
      .then(() => revalidate())
      .then(() => setError(undefined), setError)
  }

  return (
    <>
      <PageHeading
        back={single && <BackLink to="/dev/chain">Back to all transactions</BackLink>}
        title="Simulated chains"
        lead={
          'Payments and blocks of the sandbox. A block is mined every 20 seconds while a payment ' +
          'waits for confirmations.'
        }
      />
      {error instanceof Error && (
        <Callout tone="error" live>
          {error.message}
        </Callout>
      )}
      {single ? (
        chains.length === 0 && <Callout>No simulated chain has this transaction.</Callout>
      ) : (
        <>
          <OpenDeposits deposits={deposits} run={run} />
          <BlockForm run={run} />
        </>
      )}
      {chains.map((chain) => (
        <Panel
          key={chain.chain}
          title={CHAIN_LABELS[chain.chain]}
          aside={`Block ${chain.height}`}
          flush
        >
          <SimulatedTransactions chain={chain} run={run} />
          <SimulatedBlocks chain={chain} />
        </Panel>
      ))}
    </>
  )
}

type DepositsProps = { deposits: readonly DescribedDeposit[]; run: RunTool }

function OpenDeposits({ deposits, run }: DepositsProps) {
  return (
    <Panel title="Deposits without a payment">
      {deposits.length === 0 && <p className="muted">No open quotes. Create a deposit first.</p>}
      <ul className={styles.deposits}>
        {deposits.map(({ id, chain, coin, amount, address, status, expiresAt }) => (
          <li key={id}>
            <p>
              <Money amount={amount} unit={coin} /> on {CHAIN_LABELS[chain]}
            </p>
            <p className={styles.code}>{address}</p>
            <p className="meta muted">
              {status === 'expired' ? 'Quote ended' : 'Quote ends'}{' '}
              <When at={expiresAt} timeZone="UTC" /> UTC
            </p>
            <div className={styles.actions}>
              {PAYMENTS.map(({ kind, label }) => (
                <Button key={kind} size="sm" onClick={() => run('pay', { deposit: id, kind })}>
                  {label}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function BlockForm({ run }: { run: RunTool }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const blocks = Number(form.get('blocks'))
    run(String(form.get('action')), { chain: String(form.get('chain')), blocks })
  }

  return (
    <Panel title="Mine or replace blocks">
      <Form onSubmit={submit}>
        <SelectField
          label="Chain"
          name="chain"
          defaultValue="bitcoin"
          options={Object.entries(CHAIN_LABELS).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          label="Action"
          name="action"
          defaultValue="mine"
          options={[
            { value: 'mine', label: 'Mine new blocks' },
            { value: 'reorganise', label: 'Replace the newest blocks' },
          ]}
        />
        <TextField label="Blocks" name="blocks" inputMode="numeric" defaultValue="1" />
        <FormActions>
          <Button type="submit" variant="primary">
            Change chain
          </Button>
        </FormActions>
      </Form>
    </Panel>
  )
}
