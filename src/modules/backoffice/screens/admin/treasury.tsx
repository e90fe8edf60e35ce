import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { useAddressDialog } from '#app-ui/use-address-dialog.ts'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { treasuryCalls } from '#modules/treasury/components/calls.tsx'
import { Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { MovementDialog } from '../../components/movement-dialog.tsx'
import type { MovementForm } from '../../components/movement-form.tsx'
import { ReceiptTable } from '../../components/receipt-table.tsx'
import { SuspenseTable } from '../../components/suspense-table.tsx'
import { MATCH_SUSPENSE, MOVEMENTS, REFUND_SUSPENSE } from '../../components/treasury-movements.tsx'
import {
  HeldTable,
  type Holdings,
  PlanAssetsTable,
  type SuspenseLine,
} from '../../components/treasury-tables.tsx'

type Opened = { movement: MovementForm; receipt?: SuspenseLine }

export default function Treasury() {
  const holdings = useQuery(treasuryCalls.holdings.queryOptions())
  const receipts = useQuery(treasuryCalls.receipts.queryOptions({ input: {} }))
  const [name, openByName] = useAddressDialog(MOVEMENTS.map((movement) => movement.name))
  const [atRow, setAtRow] = useState<Opened>()
  const may = usePermission('capital.record')
  const failed = holdings.isError && !holdings.data
  const read = { failed, onRetry: () => void holdings.refetch() }
  const held = holdings.data?.data
  const openAtRow = (movement: MovementForm) =>
    may ? (receipt: SuspenseLine) => setAtRow({ movement, receipt }) : undefined
  const named = MOVEMENTS.find((movement) => movement.name === name)
  const opened = atRow ?? (may && named ? { movement: named } : undefined)
  const close = () => {
    setAtRow(undefined)
    openByName(undefined)
  }

  return (
    <Stack>
      <PageTitle>Treasury</PageTitle>
      <PageHeading
        title="Treasury"
        lead="Operator’s capital, custody, and payments that don’t match a deposit."
        actions={
          may && (
            <Menu
              label="New entry"
              variant="primary"
              items={MOVEMENTS.map((movement) => ({
                label: `${movement.label}…`,
                onSelect: () => openByName(movement.name),
              }))}
            />
          )
        }
      />
      {may === false && <Callout tone="info">{describeDeciders('capital.record')}</Callout>}
      <OwnMoney held={held} />
      <Panel title="Unmatched payments" flush>
        <SuspenseTable
          {...read}
          rows={held?.suspense}
          onMatch={openAtRow(MATCH_SUSPENSE)}
          onRefund={openAtRow(REFUND_SUSPENSE)}
        />
      </Panel>
      <Panel title="Custody" flush>
        <HeldTable {...read} rows={held?.custody} />
      </Panel>
      <Panel title="Plans" flush>
        <PlanAssetsTable {...read} rows={held?.plans} />
      </Panel>
      <Panel title="Receipts" flush>
        <ReceiptTable
          rows={receipts.data?.data}
          failed={receipts.isError && !receipts.data}
          onRetry={() => void receipts.refetch()}
        />
      </Panel>
      {opened && <MovementDialog {...opened} onClose={close} />}
    </Stack>
  )
}

const OwnMoney = ({ held }: { held: Holdings | undefined }) => (
  <StatGrid four>
    <StatCard
      label="Owed to members"
      value={held && <Money amount={held.owedToMembers} hero />}
      note="all balances"
    />
    <StatCard
      label="Operator’s capital"
      value={held && <Money amount={held.equity} hero />}
      note="not member money"
    />
    <StatCard
      label="Earned fees"
      value={held && <Money amount={held.fees} hero />}
      note="not moved to capital yet"
    />
    <StatCard
      label="Promotion account"
      value={held && <Money amount={held.promotion} hero />}
      note="set aside for rewards"
    />
  </StatGrid>
)
