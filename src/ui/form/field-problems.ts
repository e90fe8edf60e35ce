import type { FormError } from './form-errors.ts'

/**
 * Returns the problems that fields found in their own text (`setCustomValidity`), each under the
 * name of its field: `data-field` where the control itself has no name.
 */
export function listFieldProblems(form: HTMLFormElement): FormError[] {
  return [...form.querySelectorAll('input')]
    .filter((input) => input.validity.customError)
    .map((input) => ({
      field: input.dataset.field ?? input.name,
      message: input.validationMessage,
    }))
}
