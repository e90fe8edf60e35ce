import { METHOD_FACTS } from '#modules/settings/model.ts'
import { Address } from '#ui/figures/address.tsx'
import { When } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { describePayoutNetwork } from '../model.ts'
import type { WithdrawalPreview } from './calls.tsx'

/** Displays the address that a withdrawal is paid to. */
export function WithdrawalDestination({ preview }: { preview: WithdrawalPreview }) {
  const {
    payment_method,
    wallet_address,
    network,
    newAddress,
    cooling,
    payableFrom,
    place,
    expectedBy,
  } = preview

  const { label } = METHOD_FACTS[payment_method]
  const chain = describePayoutNetwork(payment_method, wallet_address)

  return (
    <Details
      rows={[
        {
          label: `${label} address`,
          aside: newAddress
            ? 'New address, saved with this request'
            : 'Check the highlighted characters',
          value: <Address value={wallet_address} />,
        },
        { label: 'Network', value: network === 'testnet' ? `${chain} (test network)` : chain },
        {
          label: 'Queue position',
          value: String(place),
        },
        ...(cooling
          ? [{ label: 'Address ready to use from', value: <When at={payableFrom} /> }]
          : []),
        { label: 'Expected by', value: <When at={expectedBy} /> },
      ]}
    />
  )
}
