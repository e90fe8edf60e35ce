import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents } from '#lib/money.ts'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { treasuryCalls } from '#modules/treasury/components/calls.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { RewardSums } from './calls.tsx'

type PromotionAction = 'fund' | 'return'

/** Shows the promotion money available, and the rewards that are due and paid. */
export function Promotion({ sums }: { sums: RewardSums | undefined }) {
  const funds = usePermission('promotion.fund')
  const [action, setAction] = useState<PromotionAction>()
  const short = sums && toCents(sums.due) > toCents(sums.promotion)

  return (
    <>
      <StatGrid>
        <StatCard
          label="Promotion account"
          value={sums && <Money amount={sums.promotion} hero />}
          note="operator’s capital set aside for rewards"
        />
        <StatCard
          label="Rewards due"
          value={sums && <Money amount={sums.due} hero />}
          note="waiting for promotion funds"
          actionNeeded={short}
        />
        <StatCard
          label="Rewards paid"
          value={sums && <Money amount={sums.paid} hero />}
          note="to members’ cash"
        />
      </StatGrid>
      {short && (
        <Callout title="The promotion account is short.">
          Rewards are paid oldest first as soon as promotion funds are available. Other payments
          aren’t affected.
        </Callout>
      )}
      {funds && (
        <FormActions>
          <Button onClick={() => setAction('fund')}>Fund promotion…</Button>
          <Button onClick={() => setAction('return')}>Return funds…</Button>
        </FormActions>
      )}
      {action && (
        <MoveDialog
          action={action}
          held={sums?.promotion ?? '0'}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  )
}

const TEXTS = {
  fund: { title: 'Fund the promotion account?', actionLabel: 'Propose funding' },
  return: { title: 'Return promotion funds to capital?', actionLabel: 'Propose return' },
} as const

type Props = { action: PromotionAction; held: string; onClose: () => void }

function MoveDialog({ action, held, onClose }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useFormAction(async ({ amount = '', reason = '' }) => {
    const call = action === 'fund' ? treasuryCalls.fundPromotion : treasuryCalls.returnPromotion
    const { body } = await call.call({ amount, reason })
    toast.success(body.message)
    void queries.invalidateQueries()
    await navigate(`/admin-dashboard/approvals?open=${body.data._id}`)
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title={TEXTS[action].title}
      effects={[
        { label: 'In the promotion account', value: <Money amount={held} /> },
        {
          label: action === 'fund' ? 'Paid from' : 'Returned to',
          value: 'Operator’s capital',
        },
        { label: 'Approval', value: 'Another admin' },
      ]}
      actionLabel={TEXTS[action].actionLabel}
      acting="Sending…"
      {...form}
    >
      <MoneyField label="Amount" name="amount" />
      <TextAreaField label="Reason" name="reason" rows={2} hint="Why, and where the evidence is." />
    </FormDialog>
  )
}
