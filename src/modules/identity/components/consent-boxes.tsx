import { Link } from 'react-router'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { useFieldError } from '#ui/form/form-errors.ts'

export type Statement = { document: string; path: string; statement: string }

/** A box for each text, never ticked beforehand; the first carries what the server says about consent. */
export function ConsentBoxes({ statements }: { statements: readonly Statement[] }) {
  const wrong = useFieldError('consentVersion')
  return statements.map(({ document, path, statement }, index) => (
    <CheckboxField
      key={document}
      name={`agree-${document}`}
      id={index === 0 ? 'consentVersion' : `agree-${document}`}
      error={index === 0 ? wrong : undefined}
      label={
        <>
          {statement}{' '}
          <Link className="link" to={path} target="_blank">
            Read it
          </Link>
        </>
      }
    />
  ))
}
