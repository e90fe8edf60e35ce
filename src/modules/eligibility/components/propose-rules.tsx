import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { eligibilityCalls } from './calls.tsx'

type ProposeProps = {
  text: string
  onText: (text: string) => void
  earliest: string
  onClose: () => void
}

/** The dialog that proposes a version of rules: as text, or from a file that fills the text. */
export function ProposeRules({ text, onText, earliest, onClose }: ProposeProps) {
  const form = useToastAction(
    async ({ rules = '', effectiveFrom = '' }) =>
      await eligibilityCalls.proposeRules.call({ rules, effectiveFrom }),
    onClose,
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Propose eligibility rules"
      actionLabel="Propose rules"
      acting="Checking..."
      {...form}
    >
      <p>Another admin has to approve. Have the texts checked by a lawyer first.</p>
      <FileField
        label="File"
        name="file"
        accept="application/json,.json"
        optional
        hint="Its text replaces the text below."
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) void file.text().then(onText)
        }}
      />
      <TextAreaField
        label="Rules as JSON"
        name="rules"
        rows={14}
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <TextField
        label="Applies from"
        name="effectiveFrom"
        type="date"
        min={earliest}
        defaultValue={earliest}
      />
    </FormDialog>
  )
}
