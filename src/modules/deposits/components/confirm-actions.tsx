import { Button } from '#ui/actions/button.tsx'

type ActionsProps = { form: string; pending: boolean; secondAdmin: boolean; onClose: () => void }

export const ConfirmActions = ({ form, pending, secondAdmin, onClose }: ActionsProps) => (
  <>
    <Button onClick={onClose}>Go back</Button>
    <Button
      variant="primary"
      type="submit"
      form={form}
      pending={pending}
      pendingLabel="Loading...."
    >
      {secondAdmin ? 'Confirm and request second approval' : 'Confirm and post'}
    </Button>
  </>
)
