import { DomainError } from '#lib/errors.ts'
import { LIST_NAMES } from '../model/list-names.ts'
import type { ListSource } from '../model/listed-party.ts'

/** Creates the error for a file that isn't the list, or not all of it; `problem` says where. */
export const createListError = (source: ListSource, problem: string): DomainError =>
  new DomainError('invalid_list', 422, `The ${LIST_NAMES[source]} can't be read: ${problem}.`)
