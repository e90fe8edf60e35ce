import { useButtonAction, useToastAction } from '#app-ui/use-toast-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { type ReserveLine, treasuryCalls } from './calls.tsx'
import styles from './prove-reserve.module.css'

type Props = { one: ReserveLine; onClose: () => void }

/** The dialog that proves control of a reserve address: prepare the statement, then sign it. */
export const ProveReserve = (props: Props) =>
  props.one.challenge ? (
    <SignStatement {...props} challenge={props.one.challenge} />
  ) : (
    <PrepareStatement {...props} />
  )

function PrepareStatement({ one, onClose }: Props) {
  const { pending, press } = useButtonAction(() =>
    treasuryCalls.prepareReserveStatement.call({ id: one._id }),
  )

  return (
    <Dialog
      open
      onClose={onClose}
      title="Prepare a statement"
      actions={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            pending={pending}
            pendingLabel="Loading...."
            onClick={() => void press()}
          >
            Prepare statement
          </Button>
        </>
      }
    >
      <p>
        The statement contains the newest block and a number that is used once. Sign it within 24
        hours with the key of <span className="anywhere">{one.address}</span>, in the wallet that
        holds it. The balance is read when you enter the signature.
      </p>
    </Dialog>
  )
}

type SignProps = Props & { challenge: NonNullable<ReserveLine['challenge']> }

function SignStatement({ one, challenge, onClose }: SignProps) {
  const form = useToastAction(
    ({ signature = '' }) =>
      treasuryCalls.recordReserveStatement.call({ id: challenge._id, signature }),
    onClose,
  )
  const { pending, press } = useButtonAction(() =>
    treasuryCalls.prepareReserveStatement.call({ id: one._id }),
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Prove control of this address"
      actionLabel="Record statement"
      acting="Loading...."
      {...form}
    >
      <p>
        Sign exactly this text before <When at={challenge.expiresAt} timeZone="UTC" /> UTC.
      </p>
      <pre className={styles.statement}>{challenge.statement}</pre>
      <FormActions>
        <CopyButton text={challenge.statement} label="Copy text" />
        <Button size="sm" pending={pending} pendingLabel="Loading...." onClick={() => void press()}>
          Prepare a new statement
        </Button>
      </FormActions>
      <TextAreaField
        label="Signature"
        name="signature"
        rows={3}
        maxLength={2000}
        hint={
          'As the wallet shows it: BIP-322 or BIP-137 for Bitcoin, personal_sign for Ethereum, ' +
          'signMessageV2 for TRON.'
        }
      />
    </FormDialog>
  )
}
