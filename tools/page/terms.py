"""The names of piles in all their forms, against which the page tests its own."""

from skipbo.editions import EDITIONS, Term

AGREEING = "masculine|feminine"


def inflected(language: str) -> dict[str, dict[str, dict[str, str]]]:
    """Returns, by edition and name, what each form of its language makes of it."""
    return {
        edition.id: {name: forms_of(term) for name, term in edition.names_in(language).by_name().items()}
        for edition in EDITIONS.values()
    }


def forms_of(term: Term) -> dict[str, str]:
    forms = [*term.grammar.singular, *term.grammar.plural]
    return {form: format(term, form) for form in (*forms, *map(str.capitalize, forms), AGREEING)} | {
        "numbered": str(term.numbered(2))
    }
