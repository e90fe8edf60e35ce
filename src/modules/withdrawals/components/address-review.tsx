import { Address } from '#ui/figures/address.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'

/** Displays the address that a withdrawal goes to; a new one has to be ticked as reviewed. */
export const AddressReview = ({ address, isNew }: { address: string; isNew: boolean }) => (
  <>
    <div>
      <p className="muted">Destination address</p>
      <Address value={address} />
    </div>
    {isNew && (
      <CheckboxField
        name="addressReviewed"
        label="I’ve reviewed the address. It was saved less than a day ago."
        required
      />
    )}
  </>
)
