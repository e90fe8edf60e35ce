import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { parseAmount } from '#lib/money.ts'
import { useAct } from '#modules/identity/components/use-act.tsx'
import { useMay } from '#modules/identity/components/use-role.tsx'
import { treasuryCalls } from '#modules/treasury/components/calls.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Notice } from '#ui/status/notice.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { RewardSums } from './calls.tsx'

const cents = (text: string) => parseAmount(text, 'USD') ?? 0n
type Act = 'fund' | 'return'

/** What there is to pay rewards with, beside what is due and what was paid. */
export function Promotion({ sums }: { sums: RewardSums | undefined }) {
  const funds = useMay('promotion.fund')
  const [act, setAct] = useState<Act>()
  const short = sums && cents(sums.due) > cents(sums.promotion)

  return (
    <>
      <StatGrid>
        <StatCard
          label="Promotion account"
          value={sums && <Money amount={sums.promotion} hero />}
          note="the operator’s own money, set aside"
        />
        <StatCard
          label="Rewards due"
          value={sums && <Money amount={sums.due} hero />}
          note="wait for promotion money"
          waits={short}
        />
        <StatCard
          label="Rewards paid"
          value={sums && <Money amount={sums.paid} hero />}
          note="to members’ cash"
        />
      </StatGrid>
      {short && (
        <Notice title="The promotion account is short.">
          Rewards are paid oldest first, each as soon as there is money for it. Nothing else waits
          for them.
        </Notice>
      )}
      {funds && (
        <FormActions>
          <Button onClick={() => setAct('fund')}>Fund promotion…</Button>
          <Button onClick={() => setAct('return')}>Take money back…</Button>
        </FormActions>
      )}
      {act && (
        <MoveDialog act={act} held={sums?.promotion ?? '0'} onClose={() => setAct(undefined)} />
      )}
    </>
  )
}

const TEXTS = {
  fund: { title: 'Set money aside for rewards?', act: 'Propose funding' },
  return: { title: 'Take back what was set aside?', act: 'Propose taking back' },
} as const

type Props = { act: Act; held: string; onClose: () => void }

function MoveDialog({ act, held, onClose }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useAct(async ({ amount = '', reason = '' }) => {
    const call = act === 'fund' ? treasuryCalls.fundPromotion : treasuryCalls.returnPromotion
    const { body } = await call.call({ amount, reason })
    toast.success(body.message)
    void queries.invalidateQueries()
    await navigate(`/admin-dashboard/approvals?open=${body.data._id}`)
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title={TEXTS[act].title}
      effects={[
        { label: 'In the promotion account', value: <Money amount={held} /> },
        {
          label: act === 'fund' ? 'Comes out of' : 'Goes back to',
          value: 'the operator’s own money',
        },
        { label: 'Decided by', value: 'another admin, always' },
      ]}
      act={TEXTS[act].act}
      acting="Sending…"
      {...form}
    >
      <MoneyField label="Amount" name="amount" />
      <TextAreaField label="Reason" name="reason" rows={2} hint="Why, and where the evidence is." />
    </FormDialog>
  )
}
