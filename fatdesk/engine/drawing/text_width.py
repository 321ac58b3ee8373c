"""Text widths without a screen, from the advance widths of Roboto 2.138 (Apache 2.0); fitting of texts."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

UNITS_PER_EM = 2048

FIRST, LAST = 0x20, 0x17F
"""The characters of each table: ASCII, Latin-1, Latin Extended-A; 0 for control characters."""

MORE = "–—‘’“”…×−≥≤→·"
"""Characters that follow in each table."""

REGULAR = """
508 528 656 1261 1151 1500 1274 358 701 713 882 1162 403 566 540 845 1151 1151 1151 1151 1151 1151 1151 1151
1151 1151 496 433 1041 1124 1071 968 1839 1336 1276 1333 1344 1164 1132 1395 1461 557 1130 1285 1103 1788
1461 1409 1292 1409 1262 1216 1222 1328 1304 1817 1284 1230 1227 543 841 543 856 924 633 1114 1150 1072 1155
1086 712 1150 1128 498 490 1038 498 1796 1131 1168 1150 1164 694 1057 670 1129 992 1539 1016 969 1016 693
500 693 1393 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 508 500 1121 1191 1461 1076
492 1256 857 1609 916 961 1134 566 1610 939 765 1095 751 751 642 1161 1002 535 508 751 932 960 1500 1589
1593 970 1336 1336 1336 1336 1336 1336 1914 1333 1164 1164 1164 1164 557 557 557 557 1374 1461 1409 1409
1409 1409 1409 1093 1409 1328 1328 1328 1328 1230 1210 1218 1114 1114 1114 1114 1114 1114 1730 1072 1086
1086 1086 1086 507 507 507 507 1201 1131 1168 1168 1168 1168 1168 1170 1161 1129 1129 1129 1129 969 1180 969
1336 1114 1336 1114 1336 1114 1333 1072 1333 1072 1333 1072 1333 1072 1344 1305 1374 1224 1164 1086 1164
1086 1164 1086 1164 1086 1164 1086 1395 1150 1395 1150 1395 1150 1395 1150 1461 1128 1435 1158 557 507 557
507 557 507 557 498 557 507 1687 988 1130 516 1285 1038 1140 1103 498 1103 498 1103 648 1103 718 1103 554
1461 1131 1461 1131 1461 1131 1131 1419 1161 1409 1168 1409 1168 1409 1168 1953 1860 1262 694 1262 694 1262
694 1216 1057 1216 1057 1216 1057 1216 1057 1222 670 1222 710 1222 670 1328 1129 1328 1129 1328 1129 1328
1129 1328 1129 1328 1129 1817 1539 1230 969 1230 1227 1016 1227 1016 1227 1016 508 1344 1599 410 410 724 732
1370 1093 1171 1071 1041 908 535
"""
BOLD = """
510 557 657 1221 1175 1512 1344 332 719 722 929 1118 501 795 596 766 1175 1175 1175 1175 1175 1175 1175 1175
1175 1175 578 537 1043 1172 1058 1020 1833 1379 1307 1341 1332 1152 1123 1395 1448 598 1144 1301 1109 1794
1447 1414 1322 1414 1307 1259 1267 1348 1339 1792 1302 1267 1242 570 865 570 896 915 678 1098 1153 1069 1155
1107 734 1170 1147 543 533 1094 543 1773 1147 1158 1153 1157 748 1054 692 1147 1036 1505 1043 1029 1043 677
519 677 1329 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 510 579 1179 1218 1418 1098
517 1287 956 1607 909 1023 1129 795 1607 1026 796 1101 763 763 680 1261 1004 617 549 763 937 1023 1470 1559
1655 1020 1379 1379 1379 1379 1379 1379 1926 1341 1152 1152 1152 1152 598 598 598 598 1362 1447 1414 1414
1414 1414 1414 1088 1411 1348 1348 1348 1348 1267 1246 1292 1098 1098 1098 1098 1098 1098 1730 1069 1107
1107 1107 1107 561 561 561 561 1179 1147 1158 1158 1158 1158 1158 1168 1156 1147 1147 1147 1147 1029 1162
1029 1379 1098 1379 1098 1379 1098 1341 1069 1341 1069 1341 1069 1341 1069 1332 1305 1362 1291 1152 1107
1152 1107 1152 1107 1152 1107 1152 1107 1395 1170 1395 1170 1395 1170 1395 1170 1448 1147 1474 1177 598 561
598 561 598 561 598 543 598 561 1742 1076 1144 577 1301 1094 1209 1109 543 1109 543 1109 693 1109 763 1142
626 1447 1147 1447 1147 1447 1147 1147 1440 1156 1414 1158 1414 1158 1414 1158 1983 1848 1307 748 1307 748
1307 748 1259 1054 1259 1054 1259 1054 1259 1054 1267 692 1267 732 1267 692 1348 1147 1348 1147 1348 1147
1348 1147 1348 1147 1348 1147 1792 1505 1267 1029 1267 1242 1043 1242 1043 1242 1043 532 1294 1563 479 470
831 837 1515 1088 1138 1058 1043 908 617
"""
CONDENSED = """
470 504 656 1122 1011 1296 1114 358 643 653 882 1018 403 508 540 760 1011 1011 1011 1011 1011 1011 1011 1011
1011 1011 478 415 913 981 943 865 1575 1181 1118 1161 1169 1018 985 1210 1270 512 990 1117 974 1547 1269
1231 1135 1231 1087 1062 1066 1150 1148 1560 1129 1075 1071 513 757 513 760 829 633 981 1010 946 1016 960
648 1010 989 470 459 923 470 1542 992 1028 1010 1025 624 934 606 990 876 1331 899 853 899 628 500 628 1207 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 470 475 983 1047 1461 950 492 1101 857 1609
812 856 998 508 1610 849 765 963 675 675 642 1021 890 499 470 675 826 856 1306 1388 1379 864 1181 1181 1181
1181 1181 1181 1664 1161 1018 1018 1018 1018 512 512 512 512 1199 1269 1231 1231 1231 1231 1231 964 1231
1150 1150 1150 1150 1075 1055 1069 981 981 981 981 981 981 1492 946 960 960 960 960 482 482 482 482 1052 992
1028 1028 1028 1028 1028 1024 1021 990 990 990 990 853 1041 853 1181 981 1181 981 1181 981 1161 946 1161 946
1161 946 1161 946 1169 1166 1199 1084 1018 960 1018 960 1018 960 1018 960 1018 960 1210 1010 1210 1010 1210
1010 1210 1010 1270 989 1253 1019 512 482 512 482 512 482 512 470 512 482 1502 929 990 488 1117 923 1006 974
470 974 470 974 620 974 690 974 513 1269 992 1269 992 1269 992 992 1227 1021 1231 1028 1231 1028 1231 1028
1693 1592 1087 624 1087 624 1087 624 1062 934 1062 934 1062 934 1062 934 1066 606 1066 646 1066 606 1150 990
1150 990 1150 990 1150 990 1150 990 1150 990 1560 1331 1075 853 1075 1071 899 1071 899 1071 899 481 1172
1389 399 399 684 691 1209 964 1024 943 913 803 499
"""
CONDENSED_BOLD = """
472 534 657 1080 1036 1308 1186 331 662 663 930 973 503 744 597 678 1036 1036 1036 1036 1036 1036 1036 1036
1036 1036 562 522 915 1031 930 918 1569 1224 1150 1168 1157 1005 975 1199 1257 554 1005 1133 980 1553 1254
1236 1165 1236 1134 1106 1113 1170 1184 1534 1147 1112 1086 540 781 540 801 819 679 965 1014 942 1015 981
672 1031 1008 517 503 980 517 1519 1008 1019 1014 1018 679 930 629 1008 920 1296 927 914 927 610 519 610
1141 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 472 556 1043 1074 1417 973 517 1132
959 1607 805 920 993 744 1607 938 797 968 687 687 680 1125 892 584 511 687 831 921 1275 1356 1443 915 1224
1224 1224 1224 1224 1224 1675 1168 1005 1005 1005 1005 554 554 554 554 1187 1254 1236 1236 1236 1236 1236
960 1233 1170 1170 1170 1170 1112 1092 1145 965 965 965 965 965 965 1492 942 981 981 981 981 537 537 537 537
1029 1008 1019 1019 1019 1019 1019 1023 1017 1008 1008 1008 1008 914 1022 914 1224 965 1224 965 1224 965
1168 942 1168 942 1168 942 1168 942 1157 1165 1187 1153 1005 981 1005 981 1005 981 1005 981 1005 981 1199
1031 1199 1031 1199 1031 1199 1031 1257 1008 1293 1038 554 537 554 537 554 537 554 517 554 537 1559 1020
1005 551 1133 980 1077 980 517 980 517 980 667 980 737 1013 587 1254 1008 1254 1008 1254 1008 1008 1249 1017
1236 1019 1236 1019 1236 1019 1724 1580 1134 679 1134 679 1134 679 1106 930 1106 930 1106 930 1106 930 1113
629 1113 669 1113 629 1170 1008 1170 1008 1170 1008 1170 1008 1170 1008 1170 1008 1534 1296 1112 914 1112
1086 927 1086 927 1086 927 505 1121 1352 470 461 793 799 1358 960 991 930 915 803 584
"""


ASCENT, DESCENT = 0.76, 0.22
"""Above and below the baseline, in sizes: what capitals, accents and tails take."""

MARGIN = 1.03
"""Factor for a wider substitute font where Roboto is missing."""

STEP = 0.1


@dataclass(frozen=True)
class Fitted:
    """A text as it can be set: itself or shortened, its size in mm, and how wide that is."""

    text: str
    size: float
    condensed: bool
    width: float


@cache
def _advances(bold: bool, condensed: bool) -> dict[int, int]:
    rows = {
        (False, False): REGULAR,
        (True, False): BOLD,
        (False, True): CONDENSED,
        (True, True): CONDENSED_BOLD,
    }[bold, condensed]
    codes = [*range(FIRST, LAST + 1), *map(ord, MORE)]
    return dict(zip(codes, map(int, rows.split()), strict=True))


@lru_cache(maxsize=16_384)
def text_width(text: str, size: float, *, bold: bool = False, condensed: bool = False) -> float:
    """Width of a text in mm when its em is ``size`` mm; characters out of the tables count one em.

    >>> round(text_width("E01", 2048.0))
    3570
    """
    advances = _advances(bold, condensed)
    units = sum(advances.get(ord(sign), UNITS_PER_EM) for sign in text)
    return units / UNITS_PER_EM * size * MARGIN


def wrapped(text: str, width: float, size: float) -> Iterator[str]:
    """The text in lines of whole words that are no wider than ``width``, but for longer words."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}".strip() if word else line
        if line and text_width(longer, size) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


def abbreviate(text: str, width: float, size: float, *, bold: bool = False, condensed: bool = False) -> str:
    """The text with as little as possible left out of its middle, so that it is no wider than ``width``.

    Ends are kept because names differ there: ``storage-E017`` becomes ``sto…017``. Empty when not even
    the sign of omission fits.
    """
    if text_width(text, size, bold=bold, condensed=condensed) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        keep = (low + high + 1) // 2
        if text_width(_shortened(text, keep), size, bold=bold, condensed=condensed) <= width:
            low = keep
        else:
            high = keep - 1
    short = _shortened(text, low)
    return short if text_width(short, size, bold=bold, condensed=condensed) <= width else ""


def _shortened(text: str, keep: int) -> str:
    head = keep // 2
    return text[:head] + "…" + text[len(text) - (keep - head) :]


def fit(text: str, width: float, size: float, least: float, *, bold: bool = False) -> Fitted:
    """Set a text into a width: as it is, else condensed, else smaller down to ``least``, else shortened."""
    for condensed in (False, True):
        wide = text_width(text, size, bold=bold, condensed=condensed)
        if wide <= width:
            return Fitted(text, size, condensed, wide)
    smaller = _smaller(text, width, size, least, bold=bold)
    if smaller is not None:
        return smaller
    short = abbreviate(text, width, least, bold=bold, condensed=True)
    return Fitted(short, least, True, text_width(short, least, bold=bold, condensed=True))


def fit_whole(text: str, width: float, size: float, least: float, *, bold: bool = False) -> Fitted | None:
    """Set a text condensed into a width, smaller down to ``least``, with nothing left out.

    Returns
    -------
    Fitted or None
        Nothing when it does not fit even so.
    """
    wide = text_width(text, size, bold=bold, condensed=True)
    if wide <= width:
        return Fitted(text, size, True, wide)
    return _smaller(text, width, size, least, bold=bold)


def _smaller(text: str, width: float, size: float, least: float, *, bold: bool) -> Fitted | None:
    """A condensed text as large as it fits, in steps; nothing when the least is too large."""
    if text_width(text, least, bold=bold, condensed=True) > width:
        return None
    wide = text_width(text, size, bold=bold, condensed=True)
    smaller = max(least, int(size * width / wide / STEP) * STEP)
    while text_width(text, smaller, bold=bold, condensed=True) > width:
        smaller = max(least, smaller - STEP)
    smaller = round(smaller, 2)
    return Fitted(text, smaller, True, text_width(text, smaller, bold=bold, condensed=True))
