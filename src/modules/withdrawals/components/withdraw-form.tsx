import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { EligibilityCard } from '#modules/eligibility/components/eligibility-card.tsx'
import { planCalls } from '#modules/plans/components/calls.tsx'
import { settingsCalls } from '#modules/settings/components/calls.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import type { Source } from '../model.ts'
import { type WithdrawalPreview, withdrawalCalls } from './calls.tsx'
import { useAsking, type WithdrawalFormData } from './use-asking.tsx'
import { WithdrawalCheck } from './withdrawal-check.tsx'
import { WithdrawalFields, type WithdrawalStepsProps } from './withdrawal-fields.tsx'
import { WithdrawalsClosed } from './withdrawals-closed.tsx'

/** Loads everything that the form displays; `failed` is the first read that failed. */
function useReads() {
  const available = useQuery(withdrawalCalls.available.queryOptions())
  const positions = useQuery(planCalls.positions.queryOptions())
  const methods = useQuery(settingsCalls.paymentMethods.queryOptions())
  const wallets = useQuery(withdrawalCalls.wallets.queryOptions())
  const operator = useQuery(settingsCalls.operator.queryOptions())
  const failed = [available, positions, methods, wallets, operator].find(
    (query) => query.isError && !query.data,
  )
  if (!available.data || !positions.data || !methods.data || !wallets.data || !operator.data)
    return { failed, read: null }

  const read: WithdrawalFormData = {
    available: available.data.data,
    positions: positions.data.data,
    methods: methods.data.data,
    wallets: wallets.data.data.saved,
    coolDownHours: operator.data.data.walletCoolDownHours,
  }

  return { failed, read }
}

/** The page that requests a withdrawal of the balance or of profit. */
export function WithdrawForm({ source, title }: { source: Source; title: string }) {
  const { failed, read } = useReads()
  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard/withdraw">Back to withdraw</BackLink>}
        title={title}
      />
      <EligibilityCard operations={['withdraw']} />
      {read?.available.closed ? (
        <WithdrawalsClosed closed={read.available.closed} />
      ) : read ? (
        <WithdrawalSteps source={source} {...read} />
      ) : failed ? (
        <ReadFailed onRetry={failed.refetch} />
      ) : (
        <Panel>
          <SkeletonLines lines={8} />
        </Panel>
      )}
    </Stack>
  )
}

/** The form, and then the preview to confirm. Going back retains the entered fields. */
function WithdrawalSteps(props: WithdrawalStepsProps) {
  const { source } = props
  const ask = useAsking(props)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [preview, setPreview] = useState<WithdrawalPreview | null>(null)
  const buildRequestBody = (amount: string) => ({
    amount,
    source,
    payment_channel: ask.method?._id,
    wallet_address: ask.to,
    ...(ask.short && ask.picked.length > 0 ? { positions: ask.picked } : {}),
  })

  const previewForm = useFormAction(async ({ amount = '' }) => {
    const { data } = await withdrawalCalls.preview.call(buildRequestBody(amount))
    setPreview(data)
  })

  const request = async ({ amount }: WithdrawalPreview) => {
    const { data } = await withdrawalCalls.request.call(buildRequestBody(amount))
    ask.clear()
    void queries.invalidateQueries()
    await navigate(`/dashboard/withdrawal-requested?id=${data._id}`, { replace: true })
  }

  return preview ? (
    <WithdrawalCheck
      preview={preview}
      onBack={() => setPreview(null)}
      onSend={() => request(preview)}
    />
  ) : (
    <WithdrawalFields {...props} ask={ask} form={previewForm} />
  )
}
