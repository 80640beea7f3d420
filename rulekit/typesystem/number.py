"""Number: any number; its range follows from the callers."""

from rulekit.typesystem.builtin_types import BuiltinKind
from rulekit.typesystem.types import ANY_NUMBER

KIND = BuiltinKind("Number", ANY_NUMBER, "`Number`, in a header: a number whose range follows from the callers")
