import { useQueryClient } from '@tanstack/react-query'
import { EditablePanel } from '#app-ui/editable-panel.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { AnnouncedFees } from '#modules/settings/components/announced-fees.tsx'
import {
  describeWithdrawalFee,
  FEE_ANNOUNCEMENT_DAYS,
  WITHDRAWAL_FEE_FIELD,
} from '#modules/settings/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { administrationCalls, type Method } from './calls.tsx'
import { LastChanged } from './setting-panel.tsx'

const TermsNote = ({ method }: { method: Method }) => (
  <>
    <AnnouncedFees method={method} />
    <LastChanged changed={method.changed} />
  </>
)

const FeeRules = () => (
  <p className="small muted">
    A higher fee or minimum needs a second admin, is emailed to every member and applies after{' '}
    {FEE_ANNOUNCEMENT_DAYS} days. Neither can exceed the withdrawal fee cap. A lower one applies
    immediately and replaces any announced change.
  </p>
)

/** Shows the terms of a payment method, which an owner can edit. */
export function MethodPanel({ method }: { method: Method }) {
  const queries = useQueryClient()
  const may = usePermission('installation.manage')
  const { _id, name, version } = method

  return (
    <EditablePanel
      title={`${name}: fees and limits`}
      rows={[
        { label: 'Network', value: method.network },
        { label: 'Withdrawal fee', value: describeWithdrawalFee(method) },
        { label: 'Minimum withdrawal', value: <Money amount={method.minWithdrawal} /> },
        { label: 'Rate lock', value: `${method.quoteMinutes} minutes` },
      ]}
      note={<TermsNote method={method} />}
      fields={
        <>
          <FeeRules />
          <FieldRow>
            <MoneyField
              label="Withdrawal fee"
              name="withdrawalFee"
              {...WITHDRAWAL_FEE_FIELD}
              defaultValue={method.withdrawalFee}
            />
            <MoneyField
              label="Minimum withdrawal"
              name="minWithdrawal"
              defaultValue={method.minWithdrawal}
            />
          </FieldRow>
          <TextField
            label="Rate lock, minutes"
            name="quoteMinutes"
            inputMode="numeric"
            defaultValue={method.quoteMinutes}
          />
        </>
      }
      canEdit={may === true}
      reload={() => queries.invalidateQueries()}
      save={async (fields) => {
        const { quoteMinutes = '', ...limits } = fields
        const { withdrawalFee = '', minWithdrawal = '' } = limits
        const { body } = await administrationCalls.changeTerms.call({
          method: _id,
          version,
          quoteMinutes,
          withdrawalFee,
          minWithdrawal,
        })

        return body.message
      }}
    />
  )
}
