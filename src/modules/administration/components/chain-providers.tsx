import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { administrationCalls, type OperatorSettings } from './calls.tsx'

type Provider = OperatorSettings['providers'][number]

const CHAIN_LABELS = { bitcoin: 'Bitcoin', ethereum: 'Ethereum', tron: 'TRON' } as const
const STATUSES: Readonly<Record<Provider['status'], readonly [Tone, string]>> = {
  ok: ['ok', 'Up to date'],
  behind: ['wait', 'Behind'],
  silent: ['bad', 'No answer'],
}

/** Shows the configured providers of each chain with their health. */
export function ChainProviders({ providers }: { providers: readonly Provider[] }) {
  const may = usePermission('installation.manage')

  return (
    <Panel title="Chain providers">
      {providers.length === 0 && (
        <p className="muted">No provider is configured, so payments aren’t seen automatically.</p>
      )}
      <Details
        rows={providers.map((provider) => ({
          label: `${CHAIN_LABELS[provider.chain]}: ${provider.name}`,
          value: <Health provider={provider} />,
          aside: may && <TestButton provider={provider} />,
        }))}
      />
      <p className="small muted">
        Providers are set in the configuration. The operator of a public Esplora server sees every
        address of your members; your own node shows them to no one else.
      </p>
    </Panel>
  )
}

function Health({ provider: { status, tipHeight, answeredAt, problem } }: { provider: Provider }) {
  const [tone, label] = STATUSES[status]

  return (
    <>
      <Tag tone={tone}>{label}</Tag>{' '}
      {tipHeight !== null && answeredAt && (
        <span className="small muted">
          Block {tipHeight}, <When at={answeredAt} timeZone="UTC" /> UTC
        </span>
      )}
      {problem && <p className="small muted">{problem}</p>}
    </>
  )
}

function TestButton({ provider: { chain, name } }: { provider: Provider }) {
  const [pending, setPending] = useState(false)

  const test = async () => {
    setPending(true)

    try {
      const { data } = await administrationCalls.testProvider.call({ chain, name })
      if (data.problem === null) toast.success(`${name} answered with block ${data.height}.`)
      else toast.error(data.problem)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <Button size="sm" pending={pending} pendingLabel="Loading...." onClick={() => void test()}>
      Test connection
    </Button>
  )
}
